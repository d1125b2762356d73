// Reads the page and layout files of Token pages (docs/reference/format.md). Files may be damaged: what does not hold together is refused.
import { text as textOf } from './bytes.js';
import { refuse } from './errors.js';
import { valueText } from './values.js';

const none = 0xffffffff, deepest = 1000;
const empty = new Uint8Array();

/** A message's fields: number → list of values (numbers, or bytes); and the version of its file. */
function fields(data, version) {
  const result = { version };
  let at = 0;
  const take = length => {
    if (!(length <= data.length - at)) refuse('page', 'a whole message');
    return data.subarray(at, at += length);
  };
  const varint = () => {
    let value = 0, factor = 1, byte;
    do {
      if (at >= data.length || factor > 2 ** 63) refuse('page', 'a number');
      byte = data[at++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  };
  while (at < data.length) {
    const key = varint(), kind = key % 8;
    const value = kind === 0 ? varint() : kind === 1 ? take(8) : kind === 2 ? take(varint()) : kind === 5 ? take(4) : refuse('page', 'a known wire type', kind);
    (result[(key - kind) / 8] ??= []).push(value);
  }
  return result;
}

const bytesOf = (message, number) => (message[number]?.[0] instanceof Uint8Array ? message[number][0] : empty);
const numberOf = (message, number) => (typeof message[number]?.[0] === 'number' ? message[number][0] : 0);
const inner = (message, number) => fields(bytesOf(message, number), message.version);
/** The version of a file, with which it begins. */
const versionOf = data => (data[0] === 8 ? data[1] : 0);
const wordOf = (message, number) => textOf(bytesOf(message, number)) ?? '';

/** A column as a function from a row to its number; rows beyond the end have the default. A narrow one begins with the bytes of a number. */
function column(data, width, otherwise = 0, isSigned = false, isNarrow = false) {
  const own = isNarrow && data.length ? data[0] : width, from = isNarrow && data.length ? 1 : 0, most = 2 ** (8 * own) - 1;
  if (own !== 1 && own !== 2 && own !== 4) refuse('page', 'numbers of 1, 2 or 4 bytes', own);
  const rows = Math.floor((data.length - from) / own), view = new DataView(data.buffer, data.byteOffset + from, data.byteLength - from);
  const signedAt = row => (own === 1 ? view.getInt8(row) : own === 2 ? view.getInt16(row * 2, true) : view.getInt32(row * 4, true));
  const at = row => (own === 1 ? view.getUint8(row) : own === 2 ? view.getUint16(row * 2, true) : view.getUint32(row * 4, true));
  // All bits of a narrow number stand for all bits of a wide one.
  const read = row => (row >= rows || row < 0 ? otherwise : isSigned ? signedAt(row) : from && at(row) === most ? none : at(row));
  return Object.assign(read, { rows });
}
const words = (message, number, otherwise = 0) => column(bytesOf(message, number), 4, otherwise, false, message.version > 1);
/** A column of the rows of another table at which each of its own rows begins: none of them belongs to two, so that a small file is little work. */
function starts(message, number) {
  const start = words(message, number);
  if (message.version > 1) {
    // How far each is from the one before.
    let sum = 0;
    const sums = Array.from({ length: start.rows }, (_, row) => sum += start(row));
    if (sum > none) refuse('page', 'rows of a table', sum);
    return Object.assign(row => sums[row] ?? 0, { rows: start.rows });
  }
  for (let row = 1; row < start.rows; row++) if (start(row) < start(row - 1)) refuse('page', 'rows in order', row);
  return start;
}
const signed = (message, number) => column(bytesOf(message, number), 4, 0, true, message.version > 1);

function strings(message) {
  const bytes = bytesOf(message, 2), offset = starts(message, 1), known = new Map();
  return index => {
    if (index === none) return null;
    if (!known.has(index)) known.set(index, textOf(bytes.subarray(offset(index), offset(index + 1))) ?? '');
    return known.get(index);
  };
}

/** The rows of a table by the value of its first column. */
function grouped(column, make) {
  const found = new Map();
  for (let row = 0; row < column.rows; row++) {
    if (!found.has(column(row))) found.set(column(row), []);
    found.get(column(row)).push(make(row));
  }
  return found;
}

const double = bytes => (bytes.length === 8 ? new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true) : 0);
const steps = ['', 'text', 'number', 'boolean', 'null', 'variable', 'member', 'element', 'join', 'list'];
const targets = ['', 'text', 'attribute', 'repetition', 'data', 'value', 'classes', 'declaration'];

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
export function readPage(data) {
  const page = fields(data, versionOf(data)), string = strings(inner(page, 6)), columns = inner(page, 7), count = numberOf(page, 5);
  const kind = column(bytesOf(columns, 1), 1, 1), flags = column(bytesOf(columns, 2), 1);
  if (![1, 2].includes(page.version) || numberOf(page, 1) !== page.version) refuse('page', 'version 1 or 2', numberOf(page, 1));
  const distance = words(columns, 3), size = words(columns, 4);
  if (count !== distance.rows || count !== size.rows) refuse('page', `${count} nodes`, distance.rows);
  const [tag, component, style, text] = [5, 6, 7, 8].map(number => words(columns, number, none));
  const [attribute, handler, binding] = [9, 10, 11].map(number => starts(columns, number));
  const attributes = inner(page, 8), handlers = inner(page, 9), bindings = inner(page, 10);
  const rows = (start, node, limit, make) => {
    const list = [];
    for (let row = start(node); row < Math.min(start(node + 1), limit); row++) list.push(make(row));
    return list;
  };
  const [name, value] = [1, 2].map(number => words(attributes, number, none));
  const [event, called, , argumentsOf] = [1, 2, 3, 4].map(number => words(handlers, number, none));
  const target = column(bytesOf(bindings, 1), 1), [item, index, , filled] = [2, 3, 4, 5].map(number => words(bindings, number, none));
  /** @type {PageNode[]} */
  const nodes = [], depths = [];
  for (let node = 0; node < count; node++) {
    const parent = distance(node) ? node - distance(node) : -1, end = node + size(node);
    if (parent < (node ? 0 : -1) || end <= node || end > (parent < 0 ? count : nodes[parent].end)) refuse('page', 'a tree', node);
    depths.push(parent < 0 ? 0 : depths[parent] + 1);
    if (depths[node] > deepest) refuse('page', `at most ${deepest} levels`);
    nodes.push({
      kind: kind(node), flags: flags(node), parent, end, tag: string(tag(node)), component: string(component(node)), style: style(node),
      text: string(text(node)) ?? '',
      attributes: rows(attribute, node, name.rows, row => [string(name(row)) ?? '', string(value(row)) ?? '']),
      handlers: rows(handler, node, event.rows, row => ({ event: string(event(row)) ?? '', function: string(called(row)) ?? '', program: argumentsOf(row) })),
      bindings: rows(binding, node, target.rows, row => ({
        target: targets[target(row)] ?? '', name: string(item(row)), index: string(index(row)), program: filled(row),
      })),
    });
  }
  return {
    source: wordOf(page, 2), title: wordOf(page, 4), isToken: numberOf(page, 3) === 2, nodes,
    programs: readPrograms(inner(page, 14), string), styles: readStyles(inner(page, 11), string), scripts: readScripts(inner(page, 12), string),
    facts: readFacts(inner(page, 13), string), classStates: readClassStates(inner(page, 23), string), semantics: readSemantics(inner(page, 26), string),
  };
}

/** @typedef {ReturnType<typeof readPage>} Page */

/** Programs as lists of steps: a step's kind, and what it carries. */
function readPrograms(message, string) {
  const start = starts(message, 1), kind = column(bytesOf(message, 2), 1), operand = words(message, 3), upper = words(message, 4), known = new Map();
  const halves = new DataView(new ArrayBuffer(8));
  const step = row => {
    const name = steps[kind(row)] ?? '';
    if (name === 'number') {
      halves.setUint32(0, operand(row), true);
      halves.setUint32(4, upper(row), true);
      const number = halves.getFloat64(0, true);
      return [name, Number.isFinite(number) ? number : 0];
    }
    return [name, name === 'boolean' ? operand(row) === 1 : name === 'join' || name === 'list' ? operand(row) : string(operand(row)) ?? ''];
  };
  /** @type {(program: number) => [string, any][]} */
  return program => {
    if (program === none) return [];
    if (!known.has(program)) {
      const list = [];
      for (let row = start(program); row < Math.min(start(program + 1), kind.rows); row++) list.push(step(row));
      known.set(program, list);
    }
    return known.get(program);
  };
}

/** Styles: by number the computed values as texts, and which are the parent's. */
function readStyles(message, string) {
  const start = starts(message, 1), declaration = words(message, 2), property = words(message, 3, none), text = words(message, 4, none);
  const byteStart = starts(message, 5), bytes = bytesOf(message, 6), known = new Map();
  /** @type {(style: number) => Map<string, {value: string, isInherited: boolean}>} */
  return style => {
    if (!known.has(style)) {
      const values = new Map();
      for (let row = start(style); style !== none && row < Math.min(start(style + 1), declaration.rows); row++) {
        const at = declaration(row), name = string(property(at)) ?? '', coded = bytes.subarray(byteStart(at), byteStart(at + 1));
        // Names with a colon are only for a new layout.
        if (name.startsWith(':')) continue;
        try {
          values.set(name, { value: coded.length ? valueText(coded, string) : string(text(at)) ?? '', isInherited: coded[0] === 2 });
        } catch {
          // A value that cannot be read is none.
        }
      }
      known.set(style, values);
    }
    return known.get(style);
  };
}

/** The scripts that run, in the order of the document. */
function readScripts(message, string) {
  const kind = column(bytesOf(message, 1), 1), source = words(message, 3, none), text = words(message, 4, none), line = words(message, 7), list = [];
  for (let row = 0; row < kind.rows; row++) if (kind(row) !== 3) list.push({ source: string(source(row)), text: string(text(row)), line: line(row) || 1 });
  return list;
}

function readFacts(message, string) {
  const kind = column(bytesOf(message, 1), 1), name = words(message, 2, none), value = words(message, 3, none), list = [];
  for (let row = 0; row < kind.rows; row++) list.push({ kind: kind(row), name: string(name(row)) ?? '', value: string(value(row)) ?? '' });
  return list;
}

/** What classes beyond those of the markup change, by the node that has them. */
function readClassStates(message, string) {
  const node = words(message, 1), classes = words(message, 2, none), start = starts(message, 3), target = words(message, 4), style = words(message, 5);
  const viewport = words(message, 6, none), scheme = column(bytesOf(message, 7), 1);
  return grouped(node, row => {
    const rows = [];
    for (let at = start(row); at < Math.min(start(row + 1), target.rows); at++) rows.push([target(at), style(at)]);
    return { classes: (string(classes(row)) ?? '').split(' '), rows, viewport: string(viewport(row)), scheme: scheme(row) };
  });
}

function readSemantics(message, string) {
  const node = words(message, 1), role = column(bytesOf(message, 2), 1), states = words(message, 3), name = words(message, 4, none);
  const description = words(message, 5, none), start = starts(message, 6), property = column(bytesOf(message, 7), 1), value = words(message, 8, none), found = new Map();
  for (let row = 0; row < node.rows; row++) {
    const properties = new Map();
    for (let at = start(row); at < Math.min(start(row + 1), property.rows); at++) properties.set(property(at), string(value(at)) ?? '');
    found.set(node(row), { role: role(row), states: states(row), name: string(name(row)), description: string(description(row)), properties });
  }
  return found;
}

/**
 * Reads a layout file: frames and lines in CSS px and page coordinates.
 *
 * @param {Uint8Array} data
 * @param {Page} page
 */
export function readLayout(data, page) {
  const layout = fields(data, versionOf(data)), string = strings(inner(layout, 15)), viewport = inner(layout, 3), frames = inner(layout, 7), count = page.nodes.length;
  if (![1, 2].includes(layout.version) || numberOf(layout, 1) !== layout.version) refuse('layout', 'version 1 or 2', numberOf(layout, 1));
  if (numberOf(layout, 4) !== count) refuse('layout', `${count} nodes`, numberOf(layout, 4));
  const flags = column(bytesOf(frames, 1), 1), [x, y, width, height] = [2, 3, 4, 5].map(number => signed(frames, number));
  const units = [], places = [];
  for (let node = 0; node < count; node++) {
    const [left, top] = units[page.nodes[node].parent] ?? [0, 0];
    units.push([left + x(node), top + y(node)]);
    places.push(flags(node) & 1 ? null : { x: units[node][0] / 64, y: units[node][1] / 64, width: width(node) / 64, height: height(node) / 64 });
  }
  const rows = inner(layout, 9), owner = words(rows, 1), [start, length] = [2, 3].map(number => words(rows, number));
  const [lx, ly, lw, lh, baseline] = [4, 5, 6, 7, 8].map(number => signed(rows, number)), shown = words(rows, 9, none);
  const lines = grouped(owner, row => {
    const node = owner(row), [left, top] = units[node] ?? [0, 0];
    return {
      x: (left + lx(row)) / 64, y: (top + ly(row)) / 64, width: lw(row) / 64, height: lh(row) / 64, baseline: (top + baseline(row)) / 64,
      text: string(shown(row)) ?? page.nodes[node]?.text.slice(start(row), start(row) + length(row)) ?? '',
    };
  });
  const overrides = inner(layout, 10), restyled = words(overrides, 2), scrolls = inner(layout, 12), [areaWidth, areaHeight] = [2, 3].map(number => signed(scrolls, number));
  const first = table => new Map([...table].map(([node, list]) => [node, list[0]]));
  return {
    viewport: { name: wordOf(viewport, 1), width: double(bytesOf(viewport, 2)), height: double(bytesOf(viewport, 3)), scheme: numberOf(viewport, 6) },
    frames: places, lines, styles: first(grouped(words(overrides, 1), row => restyled(row))),
    scrollAreas: first(grouped(words(scrolls, 1), row => ({ width: areaWidth(row) / 64, height: areaHeight(row) / 64 }))),
  };
}

/** @typedef {ReturnType<typeof readLayout>} Layout */
