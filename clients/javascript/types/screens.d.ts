/**
 * Paints a list on a canvas over the page, loads the page into the document, and takes the canvas away when the page has loaded, or
 * is touched. Then it sends the worker a picture of the canvas, which the next visit shows without painting. Like `paint`, it refers to
 * nothing outside of itself.
 *
 * @param {import('./painter.js').DisplayList} list only the size of it where a picture is shown
 * @param {string} html the page
 * @param {typeof paint | null} draw `null` where the document's picture is shown
 * @param {string} style of the canvas, without its size
 * @param {string} [name] of the picture
 * @param {string} [colorScheme] the only one that the list is for
 */
export function showFirstScreen(list: import('./painter.js').DisplayList, html: string, draw: typeof paint | null, style: string, name?: string, colorScheme?: string): void;
/**
 * A document that shows a page's first screen, then the page.
 *
 * @param {string} html the page
 * @param {string | import('./pictures.js').Picture} list the display list's file, or a picture of it
 * @param {string} [colorScheme] the only one that the list is for
 * @param {string} [name] what the page calls the picture that it sends
 */
export function withFirstScreen(html: string, list: string | import('./pictures.js').Picture, colorScheme?: string, name?: string): string;
import { paint } from "./painter.js";
