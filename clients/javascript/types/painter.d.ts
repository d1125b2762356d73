/**
 * @typedef {{version: number, width: number, height: number, scale: number, canvas: string, styles: any[], items: any[][]}} DisplayList
 */
/**
 * Draws a list on a canvas from its top left corner on. The function refers to nothing outside of itself, so that its text can be
 * sent to a page that has no modules yet.
 *
 * UNIMPLEMENTED: filters in browsers without `filter` on canvases, and the axes and features of fonts that canvases cannot set.
 *
 * @param {any} target the 2D context of a canvas, on a page or off the screen
 * @param {DisplayList} list
 * @param {{scale?: number, images?: (source: string) => any, scroll?: [number, number]}} [options] `scale`: device pixels in a CSS px;
 *   `images`: what is drawn for an address as the page names it; nothing without; `scroll`: the place of the page, in CSS px, that is
 *   in the canvas's corner
 */
export function paint(target: any, list: DisplayList, options?: {
    scale?: number;
    images?: (source: string) => any;
    scroll?: [number, number];
}): void;
export type DisplayList = {
    version: number;
    width: number;
    height: number;
    scale: number;
    canvas: string;
    styles: any[];
    items: any[][];
};
