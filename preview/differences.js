// The page as a web view shows it, and where that differs from the package: frames, lines, colors and the first screen's picture.
'use strict';

import { webURL } from './release.js';

/** Boxes that are further apart than this, in CSS px, differ. */
const TOLERANCE = 1;
const COLORS = ['color', 'background-color', 'border-top-color', 'border-right-color', 'border-bottom-color', 'border-left-color'];
const NO_BOX = 1;

/** Ends the comparison that a newer one makes useless. */
let abandon = () => {};

/**
 * Shows the page in the iframe. `compare` compares the pictures of the document in it; what it throws is why it could not.
 *
 * @returns `found`: the deepest elements that differ, each with how; `picture`: what `compare` answered; `reason`: why it did not; `null` where
 *   another page was asked for meanwhile
 */
export function showSource(frame, marks, { page, layout, path, colorScheme }, compare) {
  abandon();
  return new Promise(done => {
    let isAbandoned = false;
    abandon = () => { isAbandoned = true; done(null); };
    const before = addressOf(frame);
    // Measured at the device's size, for what depends on it; then shown whole.
    Object.assign(frame.style, { width: `${layout.viewport.width}px`, height: `${layout.viewport.height}px`, colorScheme });
    frame.onload = async () => {
      // What was asked for before may come first.
      if (isAbandoned || addressOf(frame) === before) return;
      frame.onload = null;
      await frame.contentDocument?.fonts?.ready;
      const { found, elements } = differences(frame.contentDocument, page, layout);
      let picture = null, reason = '';
      try {
        picture = await compare(frame.contentDocument);
        addPictures(found, picture.nodes, elements, page);
      } catch (error) {
        reason = String(error.message ?? error);
      }
      if (isAbandoned) return;
      marks.replaceChildren(...found.map(({ node, rect }) => {
        const mark = document.createElement('i');
        Object.assign(mark.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px` });
        mark.title = page.nodes[node].tag;
        return mark;
      }));
      frame.style.height = `${Math.max(layout.viewport.height, layout.height)}px`;
      done({ found, picture, reason });
    };
    // In place of what is there: the browser's history is that of the preview.
    frame.contentWindow.location.replace(`${webURL(path)}?v=${Date.now()}`);
  });
}

/** The address of what a frame shows; `null` for a page of another host. */
function addressOf(frame) {
  try {
    return frame.contentWindow.location.href;
  } catch {
    return null;
  }
}

/** Adds the elements whose picture differs, where nothing in them or around them differs already. */
function addPictures(found, nodes, elements, page) {
  const known = new Set();
  for (const { node } of found) for (let n = node; n >= 0; n = page.nodes[n].parent) known.add(n);
  for (const { node, share } of nodes) {
    if (known.has(node) || !elements.has(node)) continue;
    found.push({ node, rect: elements.get(node).getBoundingClientRect(), differences: [`picture: ${Math.round(share * 100)} % of its ink is elsewhere in the browser`] });
  }
}

/** An element that differs, in words. */
export function describe({ node, differences: words }, page) {
  const { tag, attributes } = page.nodes[node];
  const name = attributes.id ? `#${attributes.id}` : attributes.class ? `.${attributes.class.trim().split(/\s+/).join('.')}` : '';
  return `${tag}${name}: ${words.join('; ')}`;
}

/** Walks the page's elements and the nodes side by side. */
function differences(document_, page, layout) {
  const found = [], elements = new Map();
  if (!document_?.documentElement) return { found, elements };
  // Scrollbars of phones take no room.
  const sheet = new document_.defaultView.CSSStyleSheet();
  sheet.replaceSync('html { scrollbar-width: none !important }');
  document_.adoptedStyleSheets = [...document_.adoptedStyleSheets, sheet];
  const children = page.nodes.map(() => []), texts = new Map(), lines = new Map();
  page.nodes.forEach((node, n) => {
    if (node.parent < 0) return;
    if ([1, 3, 4].includes(node.kind)) children[node.parent].push(n);
    // Texts of the page only: markers and other generated boxes have no node in the browser.
    if (node.kind === 2) texts.set(node.parent, [...texts.get(node.parent) ?? [], n]);
  });
  for (const line of layout.lines) lines.set(line.node, [...lines.get(line.node) ?? [], line]);
  const color = colorReader(document_);
  /** Whether the element or one in it differs. */
  const visit = (n, element) => {
    const inside = [...element.children];
    let next = 0, isBelow = false;
    elements.set(n, element);
    for (const child of children[n]) {
      const tag = page.nodes[child].tag.toLowerCase();
      while (next < inside.length && inside[next].localName !== tag) next++;
      if (next < inside.length) isBelow = visit(child, inside[next++]) || isBelow;
    }
    const frame = layout.frames[n];
    if (frame.flags & NO_BOX || page.nodes[n].kind !== 1) return isBelow;
    const rect = element.getBoundingClientRect(), words = colorWords(element, page.declarations(layout.styles.get(n) ?? page.nodes[n].style), color);
    // Around what differs, boxes and lines differ for it.
    if (!isBelow) {
      // Frames are without transforms, the browser's rectangles with them.
      if (!isMoved(element)) words.push(...boxWords(rect, frame));
      const own = texts.get(n) ?? [], wanted = own.reduce((sum, text) => sum + linesOf(lines.get(text) ?? []), 0);
      const drawn = own.length ? lineCount(document_, element) : 0;
      if (own.length && wanted !== drawn) words.push(`${wanted} line${wanted === 1 ? '' : 's'} of text, ${drawn} in the browser`);
    }
    if (words.length) found.push({ node: n, rect, differences: words });
    return isBelow || words.length > 0;
  };
  const root = page.nodes.findIndex(node => node.parent < 0 && node.kind === 1);
  if (root >= 0) visit(root, document_.documentElement);
  return { found, elements };
}

/** Whether a transform moves an element. */
function isMoved(element) {
  const view = element.ownerDocument.defaultView;
  for (let at = element; at; at = at.parentElement) {
    const { transform, translate, rotate, scale, offsetPath } = view.getComputedStyle(at);
    if ([transform, translate, rotate, scale, offsetPath].some(value => value && value !== 'none')) return true;
  }
  return false;
}

function boxWords(rect, frame) {
  const sides = [['left', rect.x - frame.x], ['top', rect.y - frame.y], ['width', rect.width - frame.w], ['height', rect.height - frame.h]];
  const off = sides.filter(([, by]) => Math.abs(by) > TOLERANCE).map(([side, by]) => `${side} ${by > 0 ? '+' : '−'}${Math.abs(by).toFixed(1)} px`);
  return off.length ? [`box in the browser: ${off.join(', ')}`] : [];
}

/** The lines on which an element's own texts are. */
function lineCount(document_, element) {
  const range = document_.createRange();
  let count = 0;
  for (const node of element.childNodes) {
    if (node.nodeType !== 3) continue;
    range.selectNodeContents(node);
    count += distinct([...range.getClientRects()].filter(rect => rect.width > 0).map(rect => rect.top));
  }
  return count;
}

/** How many lines the pieces of a text are on: tabs and feeds are pieces of their own, and feeds have no width. */
const linesOf = pieces => distinct(pieces.filter(piece => piece.w > 0).map(piece => piece.y));

const distinct = tops => new Set(tops.map(Math.round)).size;

/** A color as the browser computes it. */
function colorReader(document_) {
  const probe = document_.createElement('i'), known = new Map();
  probe.style.display = 'none';
  return (value, current) => {
    const key = `${value} ${current}`;
    if (!known.has(key)) {
      document_.documentElement.append(probe);
      probe.style.color = current;
      probe.style.backgroundColor = '';
      probe.style.backgroundColor = value;
      known.set(key, document_.defaultView.getComputedStyle(probe).backgroundColor);
      probe.remove();
    }
    return known.get(key);
  };
}

function colorWords(element, style, color) {
  const computed = element.ownerDocument.defaultView.getComputedStyle(element);
  return COLORS.filter(name => style[name] !== undefined).flatMap(name => {
    // A border of no width has no color.
    if (name.startsWith('border') && parseFloat(computed.getPropertyValue(name.replace('color', 'width'))) === 0) return [];
    const ours = color(style[name], style.color ?? computed.color), theirs = computed.getPropertyValue(name);
    return ours === theirs ? [] : [`${name} ${ours}, ${theirs} in the browser`];
  });
}
