/**
 * Paints a list over the page whose head is being read, and takes the canvas away when the page has loaded, or is touched. Like
 * `paint`, it refers to nothing outside of itself.
 *
 * @param {import('./painter.js').DisplayList} list
 * @param {typeof paint} draw
 * @param {string} [colorScheme] the only one that the list is for
 */
export function showFirstScreen(list: import('./painter.js').DisplayList, draw: typeof paint, colorScheme?: string): void;
/**
 * A page with its first screen: what comes first and paints it, and the rest. `null` where the page does not let scripts in.
 *
 * @param {string} html
 * @param {string} list the display list's file
 * @param {string} [colorScheme]
 * @returns {[string, string] | null}
 */
export function withFirstScreen(html: string, list: string, colorScheme?: string): [string, string] | null;
import { paint } from "./painter.js";
