/**
 * Hears of presses in elements. Fingers are followed by touches, which go on while the browser scrolls; others by pointers.
 *
 * @param {HTMLElement[]} elements what is pressed in
 * @param {object} options
 * @param {(element: Element) => any} options.find the view that is pressed, by the element; nothing for what has gestures of its own
 * @param {(view: any) => boolean} options.held a long press; answers whether letting go means nothing more
 * @param {(view: any, side: string) => void} options.swiped
 * @returns {{isOver: (event: MouseEvent) => boolean, end: () => void}} `isOver`: whether a click is of a press that was something else
 */
export function followPresses(elements: HTMLElement[], { find, held, swiped }: {
    find: (element: Element) => any;
    held: (view: any) => boolean;
    swiped: (view: any, side: string) => void;
}): {
    isOver: (event: MouseEvent) => boolean;
    end: () => void;
};
/**
 * Hears of a list that is pulled beyond its ends, by a wheel or a finger.
 *
 * @param {HTMLElement} element what scrolls
 * @param {(event: 'headerRefresh' | 'footerRefresh') => void} report
 * @param {(isDown: boolean) => boolean} isStill whether nothing around it scrolls on in a direction
 */
export function followPulls(element: HTMLElement, report: (event: "headerRefresh" | "footerRefresh") => void, isStill: (isDown: boolean) => boolean): void;
