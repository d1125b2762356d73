// Which items of a list were in the list before it: data inserts, removes and reorders them, and copies go along with what was entered in
// them. It answers what `ItemMatching` of the Swift client answers.

/** @typedef {{template: number, number: number, element: any, home: string}} Item `home`: what its section is known by */

/**
 * As many numbers as can be that ascend: their places in a list with -1 for none.
 *
 * @param {number[]} list @param {number} [from] @param {number} [to]
 */
function steady(list, from = 0, to = list.length) {
  const ends = [], previous = new Map();
  for (let at = from; at < to; at++) {
    if (list[at] < 0) continue;
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[ends[middle]] < list[at]) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous.set(at, ends[low - 1]);
    ends[low] = at;
  }
  const result = [];
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) result.push(at);
  return result.reverse();
}

/**
 * By item, the number that it had in the list before, -1 for new ones. Items are known by the `id` that data gives their copies, and by their
 * data where there is none. Those that took the place of as many others are these with other data, as long as no `id` tells them apart.
 *
 * @param {Item[]} old @param {Item[]} items
 * @param {(item: any) => {isId: boolean, text: string}} keyOf
 */
function placesBefore(old, items, keyOf) {
  const before = items.map(() => -1), keys = new Map(), isMatched = new Set();
  const key = item => {
    if (!keys.has(item)) {
      const { isId, text } = keyOf(item);
      keys.set(item, { isId, text: `${item.template} ${isId} ${text}` });
    }
    return keys.get(item);
  };
  const isSame = (one, other) => one.template === other.template && one.home === other.home
    && (one.number === other.number && one.element === other.element || key(one).text === key(other).text);
  let start = 0, oldEnd = old.length, end = items.length;
  while (start < oldEnd && start < end && isSame(old[start], items[start])) before[start] = start++;
  while (oldEnd > start && end > start && isSame(old[oldEnd - 1], items[end - 1])) before[--end] = --oldEnd;
  if (start === oldEnd || start === end) return before;

  // Items that are alike: those of the same section first, of them those in the same place, the others in their order.
  for (const known of [item => `${key(item).text} ${item.home}`, item => key(item).text]) {
    const places = new Map();
    for (let at = oldEnd - 1; at >= start; at--) {
      const one = known(old[at]);
      if (isMatched.has(at)) continue;
      if (at < end && before[at] < 0 && one === known(items[at])) isMatched.add(before[at] = at);
      else if (places.has(one)) places.get(one).push(at);
      else places.set(one, [at]);
    }
    for (let at = start; at < end; at++) {
      if (before[at] < 0) isMatched.add(before[at] = places.get(known(items[at]))?.pop() ?? -1);
    }
  }

  // Items between two that stayed, in the place of others.
  let oldStart = start;
  for (const anchor of [...steady(before, start, end), end]) {
    const oldStop = anchor < end ? before[anchor] : oldEnd, gone = [];
    for (let at = oldStart; at < oldStop; at++) if (!isMatched.has(at)) gone.push(at);
    let next = 0;
    for (let at = start; at < anchor && next < gone.length; at++) {
      if (before[at] >= 0) continue;
      const was = gone[next++];
      if (old[was].template !== items[at].template || key(old[was]).isId || key(items[at]).isId) break;
      before[at] = was;
    }
    oldStart = oldStop + 1;
    start = anchor + 1;
  }
  return before;
}

/**
 * Gives a list other items: its copies get the numbers of theirs. Those whose items are gone are taken away.
 *
 * @param {any} list @param {Item[]} items
 * @param {boolean} isInPlace whether no item was moved, whatever it looks like
 * @param {(item: any) => {isId: boolean, text: string}} keyOf what an item is known by
 * @param {{discard: (index: number) => void, moved: (copy: any) => void}} changes
 */
export function renumber(list, items, isInPlace, keyOf, { discard, moved }) {
  const old = list.items;
  list.items = items;
  if (isInPlace || !list.shown.size && !list.grown.size) return;
  const now = new Map();
  placesBefore(old, items, keyOf).forEach((was, at) => { if (was >= 0) now.set(was, at); });
  for (const index of [...list.shown.keys()]) if (!now.has(index)) discard(index);
  list.grown = new Map([...list.grown].filter(([index]) => now.has(index)).map(([index, size]) => [now.get(index), size]));
  const order = list.inOrder, places = new Map([...list.shown].map(([index, copy]) => [copy, now.get(index)]));
  const wanted = [...order].sort((one, other) => places.get(one) - places.get(other)), stays = new Set(steady(wanted.map(copy => order.indexOf(copy))));
  wanted.forEach((copy, at) => {
    if (stays.has(at)) return;
    order.splice(order.indexOf(copy), 1);
    order.splice(at ? order.indexOf(wanted[at - 1]) + 1 : 0, 0, copy);
    list.shown = new Map(order.map((one, index) => [index, one]));
    moved(copy);
  });
  list.shown = new Map(wanted.map(copy => [places.get(copy), copy]));
}
