/**
 * Runs the scripts of a page, for `scripts` of `openTokenPage`.
 *
 * @param {import('./token.js').TokenPage} page
 * @param {import('./livepage.js').LivePage} live
 * @param {(path: string) => Promise<string>} contents reads entries of the release
 * @param {{token?: Record<string, any>, onTitle?: (title: string) => void}} [options] what the app gives scripts
 * @returns {Promise<import('./token.js').TokenScripts>}
 */
export function runScripts(page: import('./token.js').TokenPage, live: import('./livepage.js').LivePage, contents: (path: string) => Promise<string>, options?: {
    token?: Record<string, any>;
    onTitle?: (title: string) => void;
}): Promise<import('./token.js').TokenScripts>;
