/**
 * Places all nodes of a page.
 *
 * @param {import('./livepage.js').LivePage} page
 * @param {{insert: (list: any, index: number) => any, discard: (list: any, index: number) => void,
 *   place: (node: any, around: Frame | null, area: {width: number, height: number} | null) => void, number: (copy: any, index: number, count: number) => void,
 *   area: (node: any, area: {width: number, height: number}) => void, scrollBy: (node: any, by: number[]) => void}} changes
 */
export function stack(page: import('./livepage.js').LivePage, changes: {
    insert: (list: any, index: number) => any;
    discard: (list: any, index: number) => void;
    place: (node: any, around: Frame | null, area: {
        width: number;
        height: number;
    } | null) => void;
    number: (copy: any, index: number, count: number) => void;
    area: (node: any, area: {
        width: number;
        height: number;
    }) => void;
    scrollBy: (node: any, by: number[]) => void;
}): void;
/**
 * in CSS px
 */
export type Frame = {
    x: number;
    y: number;
    width: number;
    height: number;
};
declare function number(value: any): number;
export {};
