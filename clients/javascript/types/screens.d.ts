/**
 * Paints a list on a canvas over the page, loads the page into the document, and takes the canvas away when the page has loaded, or
 * is touched. Like `paint`, it refers to nothing outside of itself.
 *
 * @param {import('./painter.js').DisplayList} list
 * @param {string} html the page
 * @param {typeof paint} draw
 * @param {string} [colorScheme] the only one that the list is for
 */
export function showFirstScreen(list: import('./painter.js').DisplayList, html: string, draw: typeof paint, colorScheme?: string): void;
/**
 * A document that shows a page's first screen, then the page.
 *
 * @param {string} html the page
 * @param {string} list the display list's file, which has no `<`
 * @param {string} [colorScheme] the only one that the list is for
 */
export function withFirstScreen(html: string, list: string, colorScheme?: string): string;
import { paint } from "./painter.js";
