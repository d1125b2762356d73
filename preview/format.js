// Reads page and layout files: docs/reference/format.md in JavaScript.
'use strict';

import { valueText } from './values.js';

const NONE = 0xffffffff;
const utf8 = new TextDecoder();

/** A message's fields: number → list of values (numbers, or bytes). */
function fields(data) {
  const result = {};
  let at = 0;
  const varint = () => {
    let value = 0, factor = 1, byte;
    do { byte = data[at++]; value += (byte & 127) * factor; factor *= 128; } while (byte > 127);
    return value;
  };
  while (at < data.length) {
    const key = varint();
    let value;
    switch (key & 7) {
      case 0: value = varint(); break;
      case 1: value = data.subarray(at, at += 8); break;
      case 2: { const length = varint(); value = data.subarray(at, at += length); break; }
      case 5: value = data.subarray(at, at += 4); break;
      default: throw new Error('unknown wire type');
    }
    (result[key >>> 3] ??= []).push(value);
  }
  return result;
}

const EMPTY = new Uint8Array();
const one = (message, number, otherwise = EMPTY) => message[number]?.[0] ?? otherwise;

/** Whether columns of the file that is being read say how wide their numbers are: from version 2 on, which files begin with. */
let isNarrow = false;
const open = data => {
  isNarrow = data[1] >= 2;
  return fields(data);
};

/** A column as a function from a row to its number. */
function column(data, width, otherwise, signed = false) {
  if (!data.length) return Object.assign(() => otherwise, { rows: 0 });
  if (width === 1) return Object.assign(row => data[row], { rows: data.length });
  const size = isNarrow ? data[0] : 4, from = isNarrow ? 1 : 0, rows = (data.length - from) / size;
  const view = new DataView(data.buffer, data.byteOffset + from, data.byteLength - from);
  const read = {
    1: row => signed ? view.getInt8(row) : view.getUint8(row),
    2: row => signed ? view.getInt16(row * 2, true) : view.getUint16(row * 2, true),
    4: row => signed ? view.getInt32(row * 4, true) : view.getUint32(row * 4, true),
  }[size];
  // All bits of a narrow number stand for all bits of a wide one.
  const most = 2 ** (8 * size) - 1;
  return Object.assign(signed || size === 4 ? read : row => read(row) === most ? NONE : read(row), { rows });
}

/** A column of starts: of a narrow one, each number is how far it is from the one before. */
function starts(message, number) {
  const read = column(one(message, number), 4, 0);
  if (!isNarrow) return read;
  let sum = 0;
  const sums = Array.from({ length: read.rows }, (_, row) => sum += read(row));
  return Object.assign(row => sums[row] ?? 0, { rows: read.rows });
}

function strings(data) {
  const table = fields(data), bytes = one(table, 2), offset = starts(table, 1);
  const known = new Map();
  return index => {
    if (index === NONE) return null;
    let text = known.get(index);
    if (text === undefined) known.set(index, text = utf8.decode(bytes.subarray(offset(index), offset(index + 1))));
    return text;
  };
}

const double = bytes => bytes.length ? new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true) : 0;

/** The page's nodes with their tags, texts, attributes and styles. */
export function readPage(data) {
  const page = open(data), string = strings(one(page, 6)), columns = fields(one(page, 7));
  const count = one(page, 5, 0);
  const kind = column(one(columns, 1), 1, 1), parent = column(one(columns, 3), 4, 0), flags = column(one(columns, 2), 1, 0);
  const tag = column(one(columns, 5), 4, NONE), component = column(one(columns, 6), 4, NONE);
  const style = column(one(columns, 7), 4, NONE), text = column(one(columns, 8), 4, NONE);
  const attributeStart = starts(columns, 9), attributes = fields(one(page, 8));
  const name = column(one(attributes, 1), 4, NONE), value = column(one(attributes, 2), 4, NONE);
  const styles = fields(one(page, 11)), styleStart = starts(styles, 1), declaration = column(one(styles, 2), 4, 0);
  const property = column(one(styles, 3), 4, 0), textOf = column(one(styles, 4), 4, NONE);
  const byteStart = starts(styles, 5), bytes = one(styles, 6), isCoded = one(styles, 5).length > 0;
  const valueOf = row => isCoded ? valueText(bytes.subarray(byteStart(row), byteStart(row + 1)), string) : string(textOf(row)) ?? '';
  const nodes = [];
  for (let n = 0; n < count; n++) {
    const list = {};
    for (let row = attributeStart(n); row < attributeStart(n + 1); row++) list[string(name(row))] = string(value(row));
    nodes.push({
      kind: kind(n), flags: flags(n), parent: parent(n) ? n - parent(n) : -1, tag: string(tag(n)),
      component: string(component(n)), style: style(n), text: string(text(n)) ?? '', attributes: list,
    });
  }
  const known = new Map();
  const declarations = s => {
    if (s === NONE) return {};
    let list = known.get(s);
    if (!list) {
      known.set(s, list = {});
      for (let row = styleStart(s); row < styleStart(s + 1); row++) {
        const name = string(property(declaration(row)));
        // Names with a colon are only for a new layout.
        if (!name.startsWith(':')) list[name] = valueOf(declaration(row));
      }
    }
    return list;
  };
  return { source: utf8.decode(one(page, 2)), title: utf8.decode(one(page, 4)), isToken: one(page, 3, 0) === 2, nodes, declarations };
}

/** A page's frames and lines in one viewport, in CSS px and page coordinates. */
export function readLayout(data, page) {
  const layout = open(data), string = strings(one(layout, 15)), viewport = fields(one(layout, 3));
  const frames = fields(one(layout, 7)), count = one(layout, 4, 0);
  const flags = column(one(frames, 1), 1, 0);
  const [x, y, width, height] = [2, 3, 4, 5].map(f => column(one(frames, f), 4, 0, true));
  const result = {
    viewport: { name: utf8.decode(one(viewport, 1)), width: double(one(viewport, 2)), height: double(one(viewport, 3)) },
    width: one(layout, 5, 0) / 64, height: one(layout, 6, 0) / 64, frames: [], lines: [], fragments: new Map(), clips: new Map(),
    styles: new Map(), corners: new Map(), clipParents: new Map(), order: null,
  };
  const units = [];
  for (let n = 0; n < count; n++) {
    const base = page.nodes[n].parent >= 0 ? units[page.nodes[n].parent] : [0, 0];
    units.push([base[0] + x(n), base[1] + y(n)]);
    result.frames.push({
      flags: flags(n), x: units[n][0] / 64, y: units[n][1] / 64, w: width(n) / 64, h: height(n) / 64,
    });
  }
  const rows = fields(one(layout, 9));
  const [node, start, length] = [1, 2, 3].map(f => column(one(rows, f), 4, 0));
  const [lx, ly, lw, lh, baseline] = [4, 5, 6, 7, 8].map(f => column(one(rows, f), 4, 0, true));
  const shown = column(one(rows, 9), 4, NONE), level = column(one(rows, 10), 1, 0);
  for (let row = 0; row < node.rows; row++) {
    const n = node(row);
    result.lines.push({
      node: n, x: (units[n][0] + lx(row)) / 64, y: (units[n][1] + ly(row)) / 64, w: lw(row) / 64, h: lh(row) / 64,
      baseline: (units[n][1] + baseline(row)) / 64, isRightToLeft: level(row) % 2 === 1,
      text: string(shown(row)) ?? page.nodes[n].text.slice(start(row), start(row) + length(row)),
    });
  }
  const rectangles = data => {
    const table = fields(data), owner = column(one(table, 1), 4, 0), found = new Map();
    const [rx, ry, rw, rh] = [2, 3, 4, 5].map(f => column(one(table, f), 4, 0, true));
    for (let row = 0; row < owner.rows; row++) {
      const n = owner(row), list = found.get(n) ?? [];
      list.push({ x: (units[n][0] + rx(row)) / 64, y: (units[n][1] + ry(row)) / 64, w: rw(row) / 64, h: rh(row) / 64 });
      found.set(n, list);
    }
    return found;
  };
  result.fragments = rectangles(one(layout, 8));
  result.clips = rectangles(one(layout, 14));
  const overrides = fields(one(layout, 10)), overridden = column(one(overrides, 1), 4, 0), to = column(one(overrides, 2), 4, 0);
  for (let row = 0; row < overridden.rows; row++) result.styles.set(overridden(row), to(row));
  // What is clipped as its containing block is, not as its parent.
  const contained = fields(one(layout, 17)), inner = column(one(contained, 1), 4, 0), outer = column(one(contained, 2), 4, NONE);
  for (let row = 0; row < inner.rows; row++) result.clipParents.set(inner(row), outer(row) === NONE ? -1 : outer(row));
  const rounded = fields(one(layout, 19)), cornered = column(one(rounded, 1), 4, 0), radius = column(one(rounded, 2), 4, 0, true);
  for (let row = 0; row < cornered.rows; row++) {
    result.corners.set(cornered(row), Array.from({ length: 8 }, (_, i) => radius(row * 8 + i) / 64));
  }
  // Runs of nodes in the order of painting.
  const run = column(one(layout, 13), 4, 0);
  if (run.rows) {
    result.order = [];
    for (let row = 0; row < run.rows / 2; row++) {
      for (let i = 0; i < run(2 * row + 1) && result.order.length < count; i++) result.order.push(run(2 * row) + i);
    }
  }
  return result;
}
