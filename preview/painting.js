// The view host: places each node by its frame and each line of text where the layout file says.
'use strict';

const ELEMENT = 1, TEXT = 2, SVG = 3;
const NO_BOX = 1, FIXED = 4, INVISIBLE = 8;

/** What a box is painted with. */
const BOX = /^(background|border|box-shadow$|outline|object-fit$|object-position$|image-rendering$|color$)/;
/** What groups a node and all below it into one picture. */
const GROUP = ['opacity', 'filter', 'transform', 'mix-blend-mode', 'clip-path'];
const LETTERS = [
  'color', 'font-family', 'font-size', 'font-weight', 'font-style', 'font-stretch', 'font-feature-settings', 'font-variation-settings',
  'font-variant-caps', 'font-variant-numeric', 'letter-spacing', 'word-spacing', 'text-decoration-line', 'text-decoration-color',
  'text-decoration-style', 'text-decoration-thickness', 'text-shadow',
];
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

const place = (element, box) =>
  Object.assign(element.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`, height: `${box.h}px` });

/**
 * Draws a page.
 *
 * @param {HTMLElement} screen what is drawn into; its old contents go
 * @param page as `readPage` answers
 * @param layout as `readLayout` answers
 * @param {(url: string) => string} resolve the address of what the page names
 * @returns {() => void} fits the lines again, once other fonts are there
 */
export function paint(screen, page, layout, resolve) {
  const styleOf = n => page.declarations(layout.styles.get(n) ?? page.nodes[n].style);
  const inPackage = value => value.replace(/url\("((?:[^"\\]|\\.)*)"\)/g, (all, url) => `url("${resolve(url)}")`);
  const { width, height } = layout.viewport;
  const size = { width: Math.max(width, layout.width), height: Math.max(height, layout.height) };
  Object.assign(screen.style, { width: `${size.width}px`, height: `${size.height}px` });
  // The root's background, or the body's, is the canvas's (CSS Backgrounds 3, 2.11.2).
  const roots = ['html', 'body'].map(tag => page.nodes.findIndex(node => node.tag === tag)).filter(n => n >= 0);
  const canvasNode = roots.find(n => styleOf(n)['background-color'] || styleOf(n)['background-image']);
  const canvas = canvasNode === undefined ? {} : styleOf(canvasNode);
  screen.style.background = '';
  screen.style.backgroundColor = canvas['background-color'] ?? '#fff';
  if (canvas['background-image']) screen.style.backgroundImage = inPackage(canvas['background-image']);

  const linesOf = new Map();
  for (const line of layout.lines) {
    if (!linesOf.has(line.node)) linesOf.set(line.node, []);
    linesOf.get(line.node).push(line);
  }
  const flow = document.createDocumentFragment();
  // What is fixed stays while the page scrolls: a layer of no size that sticks to the corner.
  const fixed = Object.assign(document.createElement('div'), { className: 'fixed' });
  const layers = layerFinder(page, layout, styleOf, { flow, fixed });
  const clips = clipFinder(page, layout, styleOf);
  const spans = [];

  for (const n of layout.order ?? page.nodes.keys()) {
    const node = page.nodes[n], frame = layout.frames[n];
    const layer = layers(n), clip = clips(n);
    const add = (element, box) => {
      place(element, { ...box, x: box.x - layer.x, y: box.y - layer.y });
      if (clip) clipTo(element, box, clip);
      layer.element.append(element);
    };
    const isInSVG = node.kind === SVG && page.nodes[node.parent]?.kind === SVG;
    if (!(frame.flags & (NO_BOX | INVISIBLE)) && node.kind !== TEXT && !isInSVG) {
      for (const box of layout.fragments.get(n) ?? [frame]) add(boxElement(page, n, styleOf(n), n === canvasNode, resolve, inPackage), box);
    }
    if (frame.flags & INVISIBLE) continue;
    for (const line of linesOf.get(n) ?? []) {
      const span = lineElement(line, styleOf(node.kind === TEXT ? node.parent : n));
      add(span, line);
      spans.push([span, line.w]);
    }
  }
  screen.replaceChildren(fixed, flow);
  const fit = () => fitLines(screen, spans);
  fit();
  return fit;
}

function boxElement(page, n, style, isCanvas, resolve, inPackage) {
  const node = page.nodes[n], source = /^(img|image)$/i.test(node.tag ?? '') ? node.attributes.src : null;
  const element = document.createElement(source ? 'img' : 'div');
  element.dataset.node = n;
  for (const [name, value] of Object.entries(style)) {
    if (BOX.test(name) && !(isCanvas && name.startsWith('background'))) element.style.setProperty(name, inPackage(value));
  }
  if (source) {
    element.alt = node.attributes.alt ?? '';
    element.src = resolve(source);
  } else if (node.kind === SVG) {
    element.append(drawing(page, n));
  }
  return element;
}

/** An inline drawing, made again from its nodes: shapes and attributes, nothing that runs. */
function drawing(page, root) {
  const made = new Map();
  for (let n = root; n < page.nodes.length && (n === root || made.has(page.nodes[n].parent)); n++) {
    const node = page.nodes[n], parent = made.get(node.parent);
    if (node.kind === TEXT) {
      parent?.append(node.text);
      continue;
    }
    if (node.kind !== SVG || /^(script|foreignobject)$/i.test(node.tag)) continue;
    const element = document.createElementNS(SVG_NAMESPACE, node.tag);
    for (const [name, value] of Object.entries(node.attributes)) {
      if (!/^on/i.test(name) && !/^\s*javascript:/i.test(value ?? '')) element.setAttribute(name, value ?? '');
    }
    made.set(n, element);
    if (n === root) Object.assign(element.style, { display: 'block', width: '100%', height: '100%' });
    else parent.append(element);
  }
  return made.get(root);
}

function lineElement(line, style) {
  const element = document.createElement('span');
  element.textContent = line.text;
  element.dir = line.isRightToLeft ? 'rtl' : 'ltr';
  for (const name of LETTERS) if (style[name]) element.style.setProperty(name, style[name]);
  element.style.lineHeight = `${line.h}px`;
  return element;
}

/** A browser without the build's fonts draws other widths: its letters are drawn as wide as the line is. */
function fitLines(screen, spans) {
  const range = document.createRange(), scale = screen.getBoundingClientRect().width / screen.offsetWidth || 1;
  const straight = spans.filter(([span]) => !span.closest('.group'));
  for (const [span] of straight) span.style.transform = '';
  const widths = straight.map(([span]) => {
    range.selectNodeContents(span);
    return range.getBoundingClientRect().width / scale;
  });
  straight.forEach(([span, wanted], index) => {
    const drawn = widths[index];
    if (drawn > 0 && wanted > 0 && Math.abs(drawn - wanted) > 0.5) span.style.transform = `scaleX(${wanted / drawn})`;
  });
}

/**
 * Where each node's boxes go: the page, what is fixed, or the group of a node that fades, filters or transforms what is in it.
 * A group is a stacking context, so that what is in it is painted one after another.
 */
function layerFinder(page, layout, styleOf, { flow, fixed }) {
  const known = [];
  return function layer(n) {
    if (known[n]) return known[n];
    const parent = page.nodes[n].parent, frame = layout.frames[n];
    let found = parent >= 0 ? layer(parent) : { element: flow, x: 0, y: 0 };
    if (frame.flags & FIXED && found.element === flow) found = { element: fixed, x: 0, y: 0 };
    const style = page.nodes[n].kind === TEXT ? {} : styleOf(n);
    if (!(frame.flags & NO_BOX) && parent >= 0 && GROUP.some(name => style[name])) {
      const group = Object.assign(document.createElement('div'), { className: 'group' });
      for (const name of [...GROUP, 'transform-origin']) if (style[name]) group.style.setProperty(name, style[name]);
      place(group, { x: frame.x - found.x, y: frame.y - found.y, w: frame.w, h: frame.h });
      found.element.append(group);
      found = { element: group, x: frame.x, y: frame.y };
    }
    return known[n] = found;
  };
}

/** What a node's boxes are clipped to: what all boxes around it show of their contents. */
function clipFinder(page, layout, styleOf) {
  const known = new Map();
  const around = n => layout.clipParents.get(n) ?? page.nodes[n].parent;
  const inside = n => {
    if (n < 0) return null;
    if (known.has(n)) return known.get(n);
    let found = inside(around(n));
    const own = layout.clips.get(n)?.[0];
    if (own) {
      const x = Math.max(own.x, found?.x ?? -Infinity), y = Math.max(own.y, found?.y ?? -Infinity);
      const right = Math.min(own.x + own.w, found ? found.x + found.w : Infinity);
      const bottom = Math.min(own.y + own.h, found ? found.y + found.h : Infinity);
      const isWhole = x === own.x && y === own.y && right === own.x + own.w && bottom === own.y + own.h;
      const radius = isWhole ? innerRadius(layout.corners.get(n), styleOf(n)) : '';
      found = { x, y, w: Math.max(0, right - x), h: Math.max(0, bottom - y), radius };
    }
    known.set(n, found);
    return found;
  };
  return n => inside(around(n));
}

/** The corners of the padding box, which contents are clipped to (CSS Backgrounds 3, 5.3). */
function innerRadius(corners, style) {
  if (!corners) return '';
  const width = side => parseFloat(style[`border-${side}-width`]) || 0;
  const beside = ['left', 'right', 'right', 'left', 'top', 'top', 'bottom', 'bottom'];
  const inner = corners.map((radius, i) => `${Math.max(0, radius - width(beside[i]))}px`);
  return ` round ${inner.slice(0, 4).join(' ')} / ${inner.slice(4).join(' ')}`;
}

function clipTo(element, box, clip) {
  const edges = [clip.y - box.y, box.x + box.w - clip.x - clip.w, box.y + box.h - clip.y - clip.h, clip.x - box.x];
  // Edges beyond the box stay negative: the corners are those of the clip.
  if (!clip.radius && edges.every(edge => edge <= 0)) return;
  element.style.clipPath = `inset(${edges.map(edge => `${edge}px`).join(' ')}${clip.radius})`;
}
