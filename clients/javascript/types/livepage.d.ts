/** The most rows of one list at once, however small they are. */
export const maximumRows: 300;
export function camelCased(name: string): string;
export function valueProperty(component: any): any;
/** A node of the page that is shown: one of the file's, or of a copy that data made. */
export class LiveNode {
    /** @param {number} number @param {number} source @param {any} file @param {LiveNode | null} parent @param {Scope} scope @param {Map<number, LiveNode>} copy */
    constructor(number: number, source: number, file: any, parent: LiveNode | null, scope: Scope, copy: Map<number, LiveNode>);
    /** @type {(LiveNode | List)[]} */ children: (LiveNode | List)[];
    /** @type {Record<string, string> | null} what it looks like beyond its style, by CSS's names */ looks: Record<string, string> | null;
    /** @type {{section: number, row: number} | null} */ row: {
        section: number;
        row: number;
    } | null;
    isShown: boolean;
    isRemoved: boolean;
    /** What data and scripts set, by name. @type {Map<string, string>} */ properties: Map<any, any>;
    /** What bound styles give it. @type {Record<string, string>} */ bound: {};
    /** The styles that classes of nodes give it; the last one counts. @type {{by: LiveNode, style: number}[]} */ classStyles: any[];
    /** The nodes that its classes give other styles. @type {LiveNode[]} */ restyled: any[];
    scroll: {
        x: number;
        y: number;
    };
    /** In page coordinates. @type {import('./stacking.js').Frame | null} */ frame: any;
    /** What hosts were notified of. @type {any} */ sent: {};
    /** @type {number} */ number: number;
    /** @type {number} */ source: number;
    /** @type {import('./pagefile.js').PageNode} */ file: import('./pagefile.js').PageNode;
    /** @type {LiveNode | null} */ parent: LiveNode | null;
    /** @type {Scope} */ scope: Scope;
    /** The nodes of the copy that it is in, by their numbers in the file. @type {Map<number, LiveNode>} */ copy: Map<number, LiveNode>;
    /** @type {string | null} */ text: string | null;
    get component(): string;
}
/** Copies that data makes of templates: only those near what is to be seen are there. */
export class List {
    /** @param {LiveNode} parent @param {number[]} templates */
    constructor(parent: LiveNode, templates: number[]);
    /** @type {Item[]} */ items: Item[];
    /** By number of the item. @type {Map<number, LiveNode>} */ shown: Map<any, any>;
    parent: LiveNode;
    templates: number[];
    /** By number of an item: how much larger its copy is than the template, as far as it was ever shown. @type {Map<number, number>} */
    grown: Map<any, any>;
    /** How large it is, in CSS px. */
    size: {
        x: number;
        y: number;
    };
    get inOrder(): any[];
}
/**
 * @typedef {object} LiveOptions
 * @property {any} [data] what fills the bindings: JSON
 * @property {(commands: any[]) => void} apply shows the commands
 * @property {(name: string, values: any[], node: LiveNode) => void} [onCall] takes the calls of handlers such as `@click="open(1)"`
 * @property {(event: any, node: LiveNode | undefined) => void} [onEvent] takes every event after the page has taken it
 * @property {(data: any) => void} [onData] hears of what readers entered
 * @property {(text: string, font: Record<string, string>, width: number | null, lines: number) => {width: number, height: number}} [measure] how large a
 *   text is, in a width or without an end; without it boxes stay as they were built
 * @property {boolean} [navigationBar] `false` where the app has a bar of its own
 * @property {(problem: {code: string, message: string}) => void} [onProblem] hears once of what is not possible
 */
export class LivePage {
    /** @param {import('./pagefile.js').Page} file @param {import('./pagefile.js').Layout | null} layout @param {LiveOptions} options */
    constructor(file: import('./pagefile.js').Page, layout: import('./pagefile.js').Layout | null, options: LiveOptions);
    /** By number. @type {Map<number, LiveNode>} */
    nodes: Map<any, any>;
    /** Nodes whose rows stay though they are out of sight. @type {Set<LiveNode>} */
    pinned: Set<any>;
    /** Nodes that hold what was entered and nothing else does: their rows stay, too. */
    kept: Set<any>;
    file: {
        source: string;
        title: string;
        isToken: boolean;
        nodes: import("./pagefile.js").PageNode[];
        programs: (program: number) => [string, any][];
        styles: (style: number) => Map<string, {
            value: string;
            isInherited: boolean;
        }>;
        scripts: {
            source: any;
            text: any;
            line: any;
        }[]; /** By number. @type {Map<number, LiveNode>} */
        facts: {
            kind: any;
            name: any;
            value: any;
        }[];
        classStates: Map<any, any>;
        semantics: Map<any, any>;
    };
    layout: {
        viewport: {
            name: string;
            width: number;
            height: number;
            scheme: any;
        };
        frames: {
            x: number;
            y: number;
            width: number;
            height: number;
        }[];
        lines: Map<any, any>;
        styles: Map<any, any>;
        scrollAreas: Map<any, any>;
    };
    options: LiveOptions;
    data: any;
    viewport: {
        name: string;
        width: number;
        height: number;
        scheme: any;
    };
    /** From where the page is seen, and how high: hosts say it. */
    seen: {
        x: number;
        y: number;
        height: number;
    };
    /** By component of the app's own: its defaults. @type {Record<string, Record<string, string>>} */
    defaults: any;
    makers: Set<string>;
    boxed: boolean[];
    root: LiveNode;
    /** Reports what is not possible, once. */
    problem(code: any, message: any): void;
    /** Shows the page. */
    start(): void;
    /** Fills the page from other data. */
    setData(data: any): void;
    /** Takes from where the page is seen, or how high that is: copies come and go. @param {{x?: number, y?: number, height?: number}} part */
    see(part: {
        x?: number;
        y?: number;
        height?: number;
    }): void;
    /** An attribute as the page has it. */
    attribute(node: any, name: any): any;
    /** A property that data or a script set, or the page's attribute in either of its spellings. */
    property(node: any, name: any): any;
    /** A node's text as readers see it. */
    text(node: any): string;
    /** What a reader may change in a view; else the text of the node. */
    value(node: any): any;
    /** The nodes below one for which a condition holds, in order. */
    find(root: any, isMatch: any): any[];
    children(node: any): any;
    /** The table, section and row that a node is in. */
    rowOf(node: any): any;
    makesRows(node: any): boolean;
    /** The computed value of a property of a node; `undefined` for the initial one. */
    computed(node: any, property: any): any;
    /** The computed values of a node that are not initial. */
    declarations(node: any): Map<string, any>;
    /** Gives a node another text. What data filled in is gone until data is set again. */
    setText(node: any, text: any): void;
    /** Sets a property of a node's view; `null` takes away what was set. What `@bind` binds reaches the data. */
    setProperty(node: any, name: any, value: any): void;
    /** Has a node's view do something once. */
    perform(node: any, action: any, values?: any[]): void;
    /** Gives a table its rows: `[{sectionData, rowsData: […]}]`, or a list of rows. */
    setTable(table: any, sections: any): void;
    /** Takes what a reader does, as hosts report it: `{ event: 'click', node: 8 }`. Answers whether a handler for a gesture heard of it. */
    handle(event: any): boolean;
    /** Places what changed and hands everything that was collected to the host. */
    flush(): void;
    /** Places the page; rows come and go. */
    layOut(): void;
    /**
     * How much larger the text of a node makes it than it was built; `null` where it has no text of data, or nobody measures.
     *
     * @param {LiveNode} node @param {import('./stacking.js').Frame} built @param {boolean} isFree whether it is as wide as its text
     */
    measure(node: LiveNode, built: import('./stacking.js').Frame, isFree: boolean): {
        x: number;
        y: number;
    };
    /** The height that a table gives its rows. */
    rowHeight(table: any, isSection: any): number;
    isScroller(node: any): boolean;
    dependsOnData(node: any): boolean;
    #private;
}
export type LiveOptions = {
    /**
     * what fills the bindings: JSON
     */
    data?: any;
    /**
     * shows the commands
     */
    apply: (commands: any[]) => void;
    /**
     * takes the calls of handlers such as `@click="open(1)"`
     */
    onCall?: (name: string, values: any[], node: LiveNode) => void;
    /**
     * takes every event after the page has taken it
     */
    onEvent?: (event: any, node: LiveNode | undefined) => void;
    /**
     * hears of what readers entered
     */
    onData?: (data: any) => void;
    /**
     * how large a
     * text is, in a width or without an end; without it boxes stay as they were built
     */
    measure?: (text: string, font: Record<string, string>, width: number | null, lines: number) => {
        width: number;
        height: number;
    };
    /**
     * `false` where the app has a bar of its own
     */
    navigationBar?: boolean;
    /**
     * hears once of what is not possible
     */
    onProblem?: (problem: {
        code: string;
        message: string;
    }) => void;
};
import { Scope } from "./evaluator.js";
/** What a copy of a template is for; its variables are made where the copy is. */
declare class Item {
    /** @param {number} template @param {number} section @param {number} number @param {any} element @param {(item: Item) => [[string, any][], [string, any][]]} variables @param {string} home what its section is known by */
    constructor(template: number, section: number, number: number, element: any, variables: (item: Item) => [[string, any][], [string, any][]], home?: string);
    template: number;
    section: number;
    number: number;
    element: any;
    variables: (item: Item) => [[string, any][], [string, any][]];
    home: string;
    /** @param {Scope} scope */
    scope(scope: Scope): Scope;
}
export {};
