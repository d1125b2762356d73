/**
 * @typedef {{code: string, message: string}} Problem what is not possible: `layout`, `nodes`, `handler`, `image`, `script`
 * @typedef {{url: string, value: any, page: string | null, parameters: Record<string, string>}} TokenVisit a page that the reader asked for;
 *   `page`: its file in the release
 * @typedef {{function: string, arguments: any[], id: string | null}} TokenCall
 * @typedef {{event: string, id: string | null, text?: string, value?: any, x?: number, y?: number}} TokenEvent
 * @typedef {(page: TokenPage, live: LivePage, contents: (path: string) => Promise<string>, options: TokenOptions) => Promise<TokenScripts>} ScriptRunner
 * @typedef {{call: (name: string, values: any[]) => boolean, event: (event: any, node: any) => void, end: () => void}} TokenScripts
 */
/**
 * @typedef {object} TokenOptions
 * @property {HTMLElement} element where the page is shown
 * @property {any} [data] fills the bindings; JSON
 * @property {Record<string, any>} [handlers] functions that the page names (`@click="open(item.id)"`)
 * @property {(call: TokenCall) => boolean | void} [onCall] takes calls that no script and no handler takes; `false` for those that it does not know
 * @property {(event: TokenEvent) => void} [onEvent] hears of all that readers do
 * @property {(data: any) => void} [onData] hears of the data after a reader entered something
 * @property {(visit: TokenVisit) => void} [onVisit] decides on pages that the reader asked for
 * @property {import('./router.js').Router} [router] finds their files: `await Router.of(release)`
 * @property {(title: string) => void} [onTitle]
 * @property {(problem: Problem) => void} [onProblem] hears once of each thing that is not possible; without it the console
 * @property {(path: string) => string | null | undefined} [resolve] the address of an image or web page that the page names; `undefined` for
 *   the release's own
 * @property {import('./manifest.js').Device} [device] decides which viewport's frames are shown; the element's size without it
 * @property {'letterbox' | 'scale'} [fit] what is done in an element that is wider than the viewport; a narrower one always scales the page down
 * @property {boolean} [navigationBar] `false` leaves the page's bar out, for apps that have their own
 * @property {ScriptRunner} [scripts] `runScripts` runs the page's scripts; without it none runs
 * @property {Record<string, any>} [token] what `token.…` of scripts is, by name; more than the browser's own
 */
/**
 * Opens a Token page of a release and shows it.
 *
 * @param {{manifest: import('./manifest.js').Manifest, entry: (path: string) => any, contents: (path: string) => Promise<Uint8Array>, json?: any}} release
 * @param {string} path the page's source, such as `index.html`
 * @param {TokenOptions} options
 * @returns {Promise<TokenPage>}
 */
export function openTokenPage(release: {
    manifest: import('./manifest.js').Manifest;
    entry: (path: string) => any;
    contents: (path: string) => Promise<Uint8Array>;
    json?: any;
}, path: string, options: TokenOptions): Promise<TokenPage>;
export { LivePage } from "./livepage.js";
export { runScripts } from "./tokenscript.js";
/** A Token page that is shown. */
export class TokenPage {
    /**
     * `openTokenPage` makes pages.
     *
     * @param {any} release @param {string} path @param {import('./pagefile.js').Page} file @param {import('./pagefile.js').Layout} layout
     * @param {TokenOptions} options
     */
    constructor(release: any, path: string, file: import('./pagefile.js').Page, layout: import('./pagefile.js').Layout, options: TokenOptions);
    /** The page's title. @type {string} */
    title: string;
    /** The viewport whose frames are shown. @type {{name: string, width: number, height: number}} */
    viewport: {
        name: string;
        width: number;
        height: number;
        scheme: any;
    };
    fit: () => void;
    /** Shows the page and runs its scripts; `openTokenPage` calls it. */
    start(): Promise<void>;
    /** What fills the page, with what readers entered. */
    get data(): any;
    /** Fills the page from other data. @param {any} data */
    setData(data: any): void;
    /** Changes some members of the data. @param {Record<string, any>} members */
    update(members: any): void;
    /** Gives a table its rows, or sections of them. @param {string} id the table's `id` @param {any[]} rows */
    setRows(id: any, rows: any): void;
    /** Sets a property of a view; `null` takes away what was set. @param {string} id @param {string} name @param {string | null} value */
    setProperty(id: any, name: any, value: any): void;
    /** Gives a view another text. @param {string} id @param {string} text */
    setText(id: any, text: any): void;
    /** Has a view do something once: `scrollToTop`, `endEditing`, `reload`. @param {string} id @param {string} action */
    perform(id: any, action: any): void;
    /** What a reader may have changed in a view, or its text. @param {string} id @returns {string | null} */
    value(id: any): any;
    /** The element of a view. @param {string} id @returns {HTMLElement | null} */
    element(id: any): any;
    /** How far the page is scrolled, in CSS px of the page. @returns {{x: number, y: number}} */
    get scrolled(): {
        x: number;
        y: number;
    };
    /** Scrolls the page: an app that opens it again has it where it was. @param {number} x @param {number} y */
    scrollTo(x: number, y: number): void;
    /** Proposes another page to the app. @param {string} url @param {any} [value] */
    visit(url: any, value?: any): void;
    /** Takes the page away; nothing of it is called any more. */
    destroy(): void;
    #private;
}
/**
 * what is not possible: `layout`, `nodes`, `handler`, `image`, `script`
 */
export type Problem = {
    code: string;
    message: string;
};
/**
 * a page that the reader asked for;
 *   `page`: its file in the release
 */
export type TokenVisit = {
    url: string;
    value: any;
    page: string | null;
    parameters: Record<string, string>;
};
export type TokenCall = {
    function: string;
    arguments: any[];
    id: string | null;
};
export type TokenEvent = {
    event: string;
    id: string | null;
    text?: string;
    value?: any;
    x?: number;
    y?: number;
};
export type ScriptRunner = (page: TokenPage, live: LivePage, contents: (path: string) => Promise<string>, options: TokenOptions) => Promise<TokenScripts>;
export type TokenScripts = {
    call: (name: string, values: any[]) => boolean;
    event: (event: any, node: any) => void;
    end: () => void;
};
export type TokenOptions = {
    /**
     * where the page is shown
     */
    element: HTMLElement;
    /**
     * fills the bindings; JSON
     */
    data?: any;
    /**
     * functions that the page names (`@click="open(item.id)"`)
     */
    handlers?: Record<string, any>;
    /**
     * takes calls that no script and no handler takes; `false` for those that it does not know
     */
    onCall?: (call: TokenCall) => boolean | void;
    /**
     * hears of all that readers do
     */
    onEvent?: (event: TokenEvent) => void;
    /**
     * hears of the data after a reader entered something
     */
    onData?: (data: any) => void;
    /**
     * decides on pages that the reader asked for
     */
    onVisit?: (visit: TokenVisit) => void;
    /**
     * finds their files: `await Router.of(release)`
     */
    router?: import('./router.js').Router;
    onTitle?: (title: string) => void;
    /**
     * hears once of each thing that is not possible; without it the console
     */
    onProblem?: (problem: Problem) => void;
    /**
     * the address of an image or web page that the page names; `undefined` for
     * the release's own
     */
    resolve?: (path: string) => string | null | undefined;
    /**
     * decides which viewport's frames are shown; the element's size without it
     */
    device?: import('./manifest.js').Device;
    /**
     * what is done in an element that is wider than the viewport; a narrower one always scales the page down
     */
    fit?: 'letterbox' | 'scale';
    /**
     * `false` leaves the page's bar out, for apps that have their own
     */
    navigationBar?: boolean;
    /**
     * `runScripts` runs the page's scripts; without it none runs
     */
    scripts?: ScriptRunner;
    /**
     * what `token.…` of scripts is, by name; more than the browser's own
     */
    token?: Record<string, any>;
};
import { LivePage } from "./livepage.js";
export { readLayout, readPage } from "./pagefile.js";
