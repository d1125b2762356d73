/** A function that is called at most once a frame. */
export function atFrame(body: any): () => void;
/**
 * Makes what a component has beyond a box.
 *
 * @returns what it does when a property is set (`set`, by name), a scroll area is reported or something is to be done (`perform`);
 *   `isControl` where taps on it are its own
 */
export function furnish(view: any, host: any): any;
