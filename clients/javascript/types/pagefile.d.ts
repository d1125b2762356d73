/**
 * @typedef {{kind: number, flags: number, parent: number, end: number, tag: string | null, component: string | null, style: number, text: string,
 *   attributes: [string, string][], handlers: {event: string, function: string, program: number}[],
 *   bindings: {target: string, name: string | null, index: string | null, program: number}[], semantics?: any}} PageNode
 */
/**
 * Reads a page file.
 *
 * @param {Uint8Array} data
 */
export function readPage(data: Uint8Array): {
    source: string;
    title: string;
    isToken: boolean;
    nodes: PageNode[];
    programs: (program: number) => [string, any][];
    styles: (style: number) => Map<string, {
        value: string;
        isInherited: boolean;
    }>;
    scripts: {
        source: any;
        text: any;
        line: any;
    }[];
    facts: {
        kind: any;
        name: any;
        value: any;
    }[];
    classStates: Map<any, any>;
    semantics: Map<any, any>;
};
/**
 * Reads a layout file: frames and lines in CSS px and page coordinates.
 *
 * @param {Uint8Array} data
 * @param {Page} page
 */
export function readLayout(data: Uint8Array, page: Page): {
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
export type PageNode = {
    kind: number;
    flags: number;
    parent: number;
    end: number;
    tag: string | null;
    component: string | null;
    style: number;
    text: string;
    attributes: [string, string][];
    handlers: {
        event: string;
        function: string;
        program: number;
    }[];
    bindings: {
        target: string;
        name: string | null;
        index: string | null;
        program: number;
    }[];
    semantics?: any;
};
export type Page = ReturnType<typeof readPage>;
export type Layout = ReturnType<typeof readLayout>;
