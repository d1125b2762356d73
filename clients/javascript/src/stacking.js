// Where a live page's nodes are: the frames of the build, with copies one after another and what follows them moved along. Only copies near
// what is to be seen are made.
import { List, maximumRows } from './livepage.js';
import { isFixed, pixels } from './looks.js';

/** @typedef {{x: number, y: number, width: number, height: number}} Frame in CSS px */

const zero = { x: 0, y: 0, width: 0, height: 0 };
const number = value => pixels(value ?? '') ?? 0;

/**
 * Places all nodes of a page.
 *
 * @param {import('./livepage.js').LivePage} page
 * @param {{insert: (list: any, index: number) => any, discard: (list: any, index: number) => void,
 *   place: (node: any, around: Frame | null, area: {width: number, height: number} | null) => void, number: (copy: any, index: number, count: number) => void,
 *   area: (node: any, area: {width: number, height: number}) => void, scrollBy: (node: any, by: number[]) => void}} changes
 */
export function stack(page, changes) {
  const shifts = new Map();
  // Copies that come into sight may be larger than was known, and others come or go for it.
  for (let turn = 0; turn < 6 && placeAll(page, changes, shifts); turn++);
  for (const [node, { x, y }] of shifts) changes.scrollBy(node, [x, y]);
}

/** Places all nodes once; `true` where it is to be done again. `shifts` takes how much farther what scrolls is, so that what is seen of it stays. */
function placeAll(page, changes, shifts) {
  const { layout, file } = page, frames = layout?.frames ?? [];
  let isMoved = false;
  /** The place of a node in the build; a node without a box is where its parent is. */
  const origin = source => {
    for (let at = source; at >= 0; at = file.nodes[at].parent) if (frames[at]) return frames[at];
    return zero;
  };
  const isRow = node => page.computed(node, 'display') === 'flex' && (page.computed(node, 'flex-direction') ?? 'row').startsWith('row');
  const isAside = node => ['absolute', 'fixed'].includes(page.computed(node, 'position') ?? '');
  const cuts = node => /^(?:hidden|clip|auto|scroll)$/.test(page.computed(node, 'overflow-y') ?? '');
  /** The part of the page that is seen; `isPage` is that of what scrolls with it. */
  const screen = { x: 0, y: 0, width: page.viewport.width, height: page.seen.height, isPage: false };
  /** How far copies reach that the page is scrolled to, made or not; the view of the page. */
  const reach = { width: 0, height: 0 };
  let body = null;
  /** How much lower what counts from the lower edge is, and how much higher what counts from both, where the page is not as high as it was built. */
  const taller = screen.height - page.viewport.height;

  const isAuto = (node, side) => (page.computed(node, side) ?? 'auto') === 'auto';
  const flexOf = node => number(page.computed(node, 'flex-grow'));
  const alignOf = node => {
    const own = page.computed(node, 'align-self') ?? 'auto';
    return own === 'auto' ? page.computed(node.parent, 'align-items') ?? 'normal' : own;
  };
  const isStretched = node => /^(?:normal|stretch)$/.test(alignOf(node));
  /** Whether a node is as large along an axis as what is in it. */
  const grows = (node, axis) => {
    if (!node.parent || !page.dependsOnData(node) || !isAuto(node, axis === 'x' ? 'width' : 'height')) return false;
    if (isRow(node.parent) === (axis === 'x')) return flexOf(node) === 0;
    return axis === 'y' || !isStretched(node);
  };
  /** The length that bound styles give a side. */
  const givenLength = (node, side) => {
    const given = node.bound[`:${side}`], share = /^\s*(\d+(?:\.\d+)?)%\s*;?\s*$/.exec(given ?? '');
    const around = node.parent && frames[node.parent.source] || page.viewport;
    const length = share ? around[side] * Number(share[1]) / 100 : given === undefined ? null : pixels(given, page.viewport);
    return length !== null && length >= 0 ? length : null;
  };

  // How much larger nodes are than in the build, because of what is in them.
  const known = new Map();
  const growthOf = child => {
    if (!known.has(child)) known.set(child, child instanceof List ? listGrowth(child) : nodeGrowth(child));
    return known.get(child);
  };
  const nodeGrowth = node => {
    const built = frames[node.source], result = { x: 0, y: 0 };
    if (built && page.dependsOnData(node)) {
      const inner = page.isScroller(node) ? result : page.measure(node, built, grows(node, 'x')) ?? childGrowth(node);
      for (const axis of ['x', 'y']) if (grows(node, axis)) result[axis] = Math.max(inner[axis], axis === 'x' ? -built.width : -built.height);
    } else if (!built) Object.assign(result, childGrowth(node));
    for (const [axis, side] of [['x', 'width'], ['y', 'height']]) {
      const length = built ? givenLength(node, side) : null;
      if (length !== null) result[axis] = length - built[side];
    }
    return result;
  };
  const childGrowth = node => {
    const across = isRow(node), grown = { x: 0, y: 0 };
    let isFirst = true;
    for (const child of node.children) {
      if (!(child instanceof List) && (child.file.kind === 2 || isAside(child))) continue;
      const { x, y } = growthOf(child), along = across ? x : y, aside = across ? y : x;
      grown[across ? 'x' : 'y'] += along;
      grown[across ? 'y' : 'x'] = isFirst ? aside : Math.max(grown[across ? 'y' : 'x'], aside);
      isFirst = false;
    }
    return grown;
  };

  /**
   * Places a node and what is in it. `x` and `y` are its corner, `more` is how much larger it is than in the build, and `seen` is what may be
   * seen of the page there.
   */
  const place = (node, x, y, more, around, seen) => {
    const built = frames[node.source], across = isRow(node), scrolls = page.isScroller(node), axis = across ? 'x' : 'y', aside = across ? 'y' : 'x';
    const isKept = Boolean(built) && isFixed(page, node);
    if (isKept) {
      const isFrom = side => !isAuto(node, side);
      // What has no side of its own begins where it is among the others.
      if (isFrom('left') || isFrom('right')) x = built.x - (isFrom('left') ? 0 : more.x);
      if (isFrom('top') || isFrom('bottom')) y = built.y + (isFrom('top') ? 0 : taller - more.y);
      if (isFrom('top') && isFrom('bottom') && isAuto(node, 'height')) more = { x: more.x, y: more.y + taller };
    }
    if (node.component === 'body' && seen.isPage) seen = { ...seen, owner: node };
    let inner = around, visible = isKept ? screen : node !== page.root && node.component !== 'body' && cuts(node) ? { ...seen, isPage: false } : seen;
    node.frame = built ? { x, y, width: Math.max(0, built.width + more.x), height: Math.max(0, built.height + more.y) } : null;
    const height = node.component === 'tableRow' || node.component === 'tableSection' ? rowHeight(node) : null;
    if (node.frame && height !== null) node.frame.height = height;
    if (scrolls && node.frame) visible = { x: x + node.scroll.x, y: y + node.scroll.y, width: node.frame.width, height: node.frame.height, isPage: false, owner: node };
    if (node.isShown && node.frame) inner = node.frame;

    // What is left over or missing along the axis is of those that fill the rest, or before the children.
    const inFlow = node.children.filter(child => child instanceof List || child.file.kind !== 2 && !isAside(child));
    const room = scrolls || !built ? 0 : more[axis] - inFlow.reduce((sum, child) => sum + growthOf(child)[axis], 0);
    const fills = inFlow.reduce((sum, child) => sum + (child instanceof List ? 0 : flexOf(child)), 0), justify = page.computed(node, 'justify-content') ?? 'normal';
    const own = origin(node.source), moved = { x: 0, y: 0 }, end = { x: 0, y: 0 }, builtEnd = { x: 0, y: 0 };
    if (!fills) moved[axis] = /center/.test(justify) ? room / 2 : /end|right/.test(justify) ? room : 0;
    for (const child of node.children) {
      const isList = child instanceof List, first = isList ? child.templates[0] : child.source, at = origin(first);
      for (const source of isList ? child.templates : [first]) {
        builtEnd.x = Math.max(builtEnd.x, (frames[source]?.x ?? 0) + (frames[source]?.width ?? 0) - own.x);
        builtEnd.y = Math.max(builtEnd.y, (frames[source]?.y ?? 0) + (frames[source]?.height ?? 0) - own.y);
      }
      const left = x + at.x - own.x, top = y + at.y - own.y;
      if (isList) placeList(child, left + moved.x, top + moved.y, inner, visible, across, scrolls ? 0 : more[aside]);
      else if (child.file.kind === 2) continue;
      else if (isAside(child)) {
        place(child, left, top, growthOf(child), inner, visible);
        continue;
      } else {
        const size = { ...growthOf(child) }, offset = { ...moved };
        if (fills && flexOf(child)) size[axis] += room * flexOf(child) / fills;
        if (!scrolls && built) {
          const rest = more[aside] - size[aside], align = alignOf(child);
          if (isStretched(child) && isAuto(child, across ? 'height' : 'width')) size[aside] = more[aside];
          else offset[aside] += align === 'center' ? rest / 2 : /end/.test(align) ? rest : 0;
        }
        place(child, left + offset.x, top + offset.y, size, inner, visible);
        if (fills && flexOf(child)) moved[axis] += room * flexOf(child) / fills;
      }
      moved[axis] += growthOf(child)[axis];
      end.x = Math.max(end.x, isList ? left + moved.x - growthOf(child).x - x + child.size.x : child.frame ? child.frame.x - x + child.frame.width : 0);
      end.y = Math.max(end.y, isList ? top + moved.y - growthOf(child).y - y + child.size.y : child.frame ? child.frame.y - y + child.frame.height : 0);
    }
    let area = null;
    if (scrolls && node.frame) {
      // What is behind the last child stays there: the scroller's own padding.
      const base = layout?.scrollAreas.get(node.source), rest = (whole, size, built) => (whole > size ? Math.max(0, whole - built) : 0);
      area = {
        width: Math.max(node.frame.width, end.x + rest(base?.width ?? 0, built.width, builtEnd.x)),
        height: Math.max(node.frame.height, end.y + rest(base?.height ?? 0, built.height, builtEnd.y)),
      };
    }
    if (node.isShown) changes.place(node, around, area);
    if (node.isShown && node.component === 'body') body = node;
  };

  const rowHeight = node => {
    let table = node.parent;
    while (table && table.component !== 'table') table = table.parent;
    return table && table.properties.has(node.component === 'tableRow' ? 'rowHeight' : 'rowSectionHeight') ? page.rowHeight(table, node.component === 'tableSection') : null;
  };

  /** Where the copies of a list begin, from the first template's place, and how much longer it is than in the build. */
  const metrics = new Map();
  const metricsOf = list => {
    if (metrics.has(list)) return metrics.get(list);
    const { items, parent } = list, across = isRow(parent), side = across ? 'width' : 'height';
    /** Of a template: the margin before it, and its size with the margin behind it. */
    const sizes = new Map(list.templates.map(source => {
      const styles = file.styles(layout?.styles.get(source) ?? file.nodes[source].style), value = name => number(styles.get(name)?.value), { component } = file.nodes[source];
      const given = component === 'tableRow' || component === 'tableSection' ? rowHeight({ parent, component }) : null;
      return [source, { before: value(across ? 'margin-left' : 'margin-top'), whole: (given ?? frames[source]?.[side] ?? 0) + value(across ? 'margin-right' : 'margin-bottom') }];
    }));
    const margin = parent.component === 'table' ? pixels(page.property(parent, 'sectionMargin') ?? '', page.viewport) : null;
    const beforeOf = index => {
      const item = items[index], isFirst = index === 0, isNew = !isFirst && items[index - 1].section !== item.section;
      if (margin !== null && item.section >= 0 && (isNew || file.nodes[item.template].component === 'tableSection')) return isFirst ? 0 : margin;
      return sizes.get(item.template).before;
    };
    const firstBefore = sizes.get(list.templates[0]).before, starts = new Float64Array(items.length + 1);
    let at = -firstBefore;
    for (let index = 0; index < items.length; index++) {
      at += beforeOf(index);
      starts[index] = at;
      // Copies that were never shown are as large as their template.
      at += sizes.get(items[index].template).whole + (list.grown.get(index) ?? 0);
    }
    starts[items.length] = at;
    const built = list.templates.reduce((sum, source) => sum + sizes.get(source).before + sizes.get(source).whole, -firstBefore), frame = frames[list.templates[0]];
    list.size = { x: across ? at : frame?.width ?? 0, y: across ? frame?.height ?? 0 : at };
    metrics.set(list, { starts, more: at - built });
    return metrics.get(list);
  };
  const listGrowth = list => (isRow(list.parent) ? { x: metricsOf(list).more, y: 0 } : { x: 0, y: metricsOf(list).more });

  const placeList = (list, left, top, around, seen, across, wider) => {
    const { items, shown } = list, axis = across ? 'x' : 'y', side = across ? 'width' : 'height', { starts } = metricsOf(list), start = across ? left : top;

    if (seen.isPage) {
      reach.width = Math.max(reach.width, left + list.size.x);
      reach.height = Math.max(reach.height, top + list.size.y);
    }
    // One more screen before and behind what is seen.
    const edge = seen[axis] - start, above = edge > 0 ? lowerBound(starts, edge + 0.01) - 1 : 0, { owner } = seen;
    const moves = owner && (edge < starts[items.length] || list.parent === owner || grows(list.parent, axis));
    const from = seen[axis] - seen[side] - start, to = seen[axis] + 2 * seen[side] - start;
    let first = lowerBound(starts, from) - 1;
    first = Math.max(0, Math.min(first, items.length - 1));
    const wanted = new Set();
    for (let index = first; index < items.length && starts[index] <= to && wanted.size < maximumRows; index++) wanted.add(index);
    for (const [index, copy] of [...shown]) if (!wanted.has(index) && !isPinned(copy)) changes.discard(list, index);
    for (const index of wanted) if (!shown.has(index) && !changes.insert(list, index)) break;
    for (const index of [...shown.keys()].sort((one, other) => one - other)) {
      const copy = shown.get(index), own = growthOf(copy), grown = copy.row && rowHeight(copy) !== null ? 0 : own[axis], here = origin(copy.source), base = origin(list.templates[0]);
      changes.number(copy, index, items.length);
      if (Math.abs(grown - (list.grown.get(index) ?? 0)) > 0.01) {
        if (moves && index < above) shift(owner, axis, grown - (list.grown.get(index) ?? 0));
        list.grown.set(index, grown);
        isMoved = true;
      }
      place(
        copy, across ? start + starts[index] : left + here.x - base.x, across ? top + here.y - base.y : start + starts[index],
        across ? { x: grown, y: wider } : { x: wider, y: grown }, around, seen);
    }
  };
  /** A copy before what is seen is larger than was known: all behind it is farther down, and so is what is seen. */
  const shift = (owner, axis, by) => {
    const sum = shifts.get(owner) ?? { x: 0, y: 0 };
    sum[axis] += by;
    shifts.set(owner, sum);
    (owner.component === 'body' ? page.seen : owner.scroll)[axis] += by;
  };
  const isPinned = copy => [...page.pinned, ...page.kept].some(node => {
    for (let at = node; at; at = at.parent) if (at === copy) return true;
    return false;
  });

  const { root } = page, at = origin(0);
  place(root, at.x, at.y, { x: 0, y: 0 }, null, { ...screen, x: page.seen.x, y: page.seen.y, isPage: true });
  if (body && (reach.height > 0 || body.sent.area)) changes.area(body, reach);
  return isMoved;
}

/** The first place of an ascending list whose number is at least another. */
function lowerBound(list, number) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
