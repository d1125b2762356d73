/** A length in px; `null` for what is none. */
export function pixels(text: any, { width, height }?: {
    width?: number;
    height?: number;
}): number;
/**
 * What a property that data or a script gave declares, by CSS's names; `null` for a value that it does not take.
 *
 * @param {string} name @param {string} given @param {{width: number, height: number}} viewport
 * @returns {Record<string, string> | null}
 */
export function declared(name: string, given: string, viewport: {
    width: number;
    height: number;
}): Record<string, string> | null;
/**
 * The look of a node.
 *
 * @param {(property: string) => string | undefined} value the computed value of a property, where it is not initial
 */
export function lookOf(value: (property: string) => string | undefined): Record<string, string>;
/**
 * The value of a property of a node: what it was given, then its style's, then what it inherits where anything around it was given a look.
 *
 * @param {any} node @param {string} property @param {(node: any) => Map<string, {value: string, isInherited: boolean}>} styleOf
 */
export function valueOf(node: any, property: string, styleOf: (node: any) => Map<string, {
    value: string;
    isInherited: boolean;
}>): any;
/** Whether a node stays in its place on the screen, however far all around it is scrolled. @param {any} page @param {any} node */
export function isFixed(page: any, node: any): boolean;
/** The components that are boxes for other views: controls, and what scrolls, cut off by themselves. */
export const holders: Set<string>;
export const textLooks: string[];
export const styleNames: Set<string>;
/** The properties of components that count as declarations of the node's own. */
export const lookNames: Set<string>;
/** CSS's properties that data may give as looks. */
export const declarable: Set<string>;
