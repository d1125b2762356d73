/**
 * Gives a list other items: its copies get the numbers of theirs. Those whose items are gone are taken away.
 *
 * @param {any} list @param {Item[]} items
 * @param {boolean} isInPlace whether no item was moved, whatever it looks like
 * @param {(item: any) => {isId: boolean, text: string}} keyOf what an item is known by
 * @param {{discard: (index: number) => void, moved: (copy: any) => void}} changes
 */
export function renumber(list: any, items: Item[], isInPlace: boolean, keyOf: (item: any) => {
    isId: boolean;
    text: string;
}, { discard, moved }: {
    discard: (index: number) => void;
    moved: (copy: any) => void;
}): void;
export type Item = {
    template: number;
    number: number;
    element: any;
    home: string;
};
