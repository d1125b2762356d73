/** Gives a new view the role of its component. */
export function giveMeaning(view: any): void;
/** Shows a property that says what a view is. */
export function showMeaning(view: any, name: any, value: any): void;
