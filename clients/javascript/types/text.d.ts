/**
 * Shows a view's text.
 *
 * @param view the view; its `text` is replaced
 * @param {string} text all of it, which is broken here where there are no lines
 * @param {Array} lines with `text`, `x`, `y`, `width`, `height` and `baseline` in the view's coordinates
 */
export function showText(view: any, text: string, lines: any[]): void;
/** Draws the letters of views as wide as their lines are: a browser without the build's fonts draws other widths. */
export function fitLetters(views: any, scale: any): void;
