// The preview: draws the built package, not the sources. Every node stands where its frame says.
import { readPage, readLayout, openPackage } from './format.js';

const $ = id => document.getElementById(id);
const shown = { manifest: null, pages: [], page: null, device: null, state: {}, drawn: null };
const packages = new Map();
/** Entries that the server has newer than the published packages. */
let live = new Set();

const status = text => { $('status').textContent = text; };

async function json(url) {
  const response = await fetch(url, { cache: 'no-store' });
  return response.ok ? response.json() : null;
}

async function package_(name) {
  const found = shown.manifest?.packages.find(one => one.name === name);
  if (!found) return null;
  if (!packages.has(found.url)) packages.set(found.url, openPackage('/dist/' + found.url));
  return packages.get(found.url);
}

/** An entry: from the server where it is newer than the release, from the package otherwise. */
async function entry(name, path) {
  if (live.has(path)) {
    const response = await fetch('/live/' + path.split('/').map(encodeURIComponent).join('/'), { cache: 'no-store' });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
  }
  return (await package_(name))?.read(path) ?? null;
}

async function openRelease() {
  const answer = await json('/state.json');
  // The manifest after the state, so that what the state no longer has is in it; both replaced at once.
  const manifest = await json('/dist/manifest.json');
  shown.state = answer?.state ?? {};
  live = new Set(shown.state.live ?? []);
  shown.manifest = manifest;
  const base = await package_('base').catch(() => null);
  const listing = base && shown.manifest?.pages ? await base.read(shown.manifest.pages) : null;
  const listed = listing ? JSON.parse(new TextDecoder().decode(listing)).pages : [];
  const known = new Map(listed.map(page => [page.path, page]));
  for (const path of live) {
    const match = /^pages\/(.*)\.page$/.exec(path);
    if (match && !known.has(match[1])) known.set(match[1], { path: match[1], title: '' });
  }
  shown.pages = [...known.values()];
  options($('pages'), shown.pages.map(page => [page.path, page.title ? `${page.path} — ${page.title}` : page.path]), shown.page);
  const devices = shown.state.viewports ?? shown.manifest?.viewports ?? [];
  options($('devices'), devices.map(one => [one.name, `${one.name}${one.colorScheme === 'dark' ? ' (dark)' : ''}`]), shown.device);
  shown.page = $('pages').value;
  shown.device = $('devices').value;
}

function options(select, list, chosen) {
  select.replaceChildren(...list.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

async function draw() {
  const { page: path, device } = shown;
  if (!path || !device) { status(shown.state.problems?.length ? 'nothing is built yet' : 'no pages'); return; }
  const began = performance.now();
  const [pageBytes, layoutBytes] = await Promise.all([
    entry('base', `pages/${path}.page`), entry(device, `layouts/${device}/${path}.layout`),
  ]);
  if (path !== shown.page || device !== shown.device) return;
  if (!pageBytes || !layoutBytes) { status(`${path} is not in the release`); return; }
  const page = readPage(pageBytes), layout = readLayout(layoutBytes, page);
  shown.drawn = { page, layout, path, device };
  paint(page, layout);
  location.replace(`#${new URLSearchParams({ page: path, device })}`);
  status(`${page.nodes.length} nodes in ${Math.round(performance.now() - began)} ms`);
  document.documentElement.dataset.drawn = `${path} ${device} ${shown.state.version ?? 0}`;
  if (!$('source').hidden) showSource();
}

/** The view host: one box for each node with a frame, one text for each line, in the order of painting. */
function paint(page, layout) {
  const screen = $('screen'), fragment = document.createDocumentFragment();
  const { width, height } = layout.viewport;
  screen.style.width = `${Math.max(width, layout.width)}px`;
  screen.style.height = `${Math.max(height, layout.height)}px`;
  $('stage').style.width = `${width}px`;
  $('stage').style.height = `${height}px`;
  const styleOf = n => page.declarations(layout.styles.get(n) ?? page.nodes[n].style);
  // The root's background, or the body's, is the canvas's (CSS Backgrounds 3, 2.11.2).
  const roots = ['html', 'body'].map(tag => page.nodes.findIndex(node => node.tag === tag)).filter(n => n >= 0);
  const canvas = roots.map(n => styleOf(n)).find(style => style['background-color'] || style['background-image']);
  screen.style.background = canvas ? `${canvas['background-color'] ?? ''} ${inPackage(canvas['background-image'] ?? '')}` : '#fff';
  const linesOf = new Map();
  for (const line of layout.lines) linesOf.set(line.node, [...(linesOf.get(line.node) ?? []), line]);
  const nodes = layout.order ?? page.nodes.keys();
  for (const n of nodes) {
    const node = page.nodes[n], frame = layout.frames[n];
    if (!(frame.flags & 1) && !(frame.flags & 8) && node.kind !== 2) fragment.append(box(n, node, frame, styleOf(n)));
    for (const line of linesOf.get(n) ?? []) fragment.append(text(line, styleOf(node.kind === 2 ? node.parent : n)));
  }
  screen.replaceChildren(fragment);
}

function box(n, node, frame, style) {
  const element = document.createElement(node.tag === 'img' ? 'img' : 'div');
  element.dataset.node = n;
  const target = element.style;
  for (const [name, value] of Object.entries(style)) {
    if (/^(background|border|box-shadow|opacity|outline|object-fit|filter)/.test(name)) target.setProperty(name, inPackage(value));
  }
  Object.assign(target, { left: `${frame.x}px`, top: `${frame.y}px`, width: `${frame.w}px`, height: `${frame.h}px` });
  if (node.tag === 'img') {
    element.alt = node.attributes.alt ?? '';
    const source = node.attributes.src;
    if (source) element.src = new URL(source, new URL(`/web/${shown.page}`, location)).href;
  }
  return element;
}

const inPackage = value => value.replace(/url\("?([^")]*)"?\)/g, (all, url) =>
  /^(data:|#)/.test(url) ? all : `url("${new URL(url, new URL(`/web/${shown.page}`, location)).href}")`);

function text(line, style) {
  const element = document.createElement('span');
  element.textContent = line.text;
  element.dir = line.isRightToLeft ? 'rtl' : 'ltr';
  for (const name of ['color', 'font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'word-spacing', 'text-decoration-line', 'font-variant-caps']) {
    if (style[name]) element.style.setProperty(name, style[name]);
  }
  Object.assign(element.style, { left: `${line.x}px`, top: `${line.y}px`, height: `${line.h}px`, lineHeight: `${line.h}px`, width: `${line.w}px` });
  return element;
}

// The page as a web view shows it, and where it differs from the frames.

function showSource() {
  const { layout } = shown.drawn ?? {};
  if (!layout) return;
  const frame = $('web');
  frame.style.width = `${layout.viewport.width}px`;
  // Measured at the device's height, for what depends on it; then shown whole.
  frame.style.height = `${layout.viewport.height}px`;
  frame.onload = outline;
  frame.src = `/web/${shown.page.split('/').map(encodeURIComponent).join('/')}?v=${Date.now()}`;
}

/** Walks the page's elements and the frames side by side; boxes that are more than a pixel apart are outlined. */
function outline() {
  const { page, layout } = shown.drawn, document_ = $('web').contentDocument, marks = [];
  if (!document_?.documentElement) return;
  // Scrollbars of phones take no room.
  const sheet = new document_.defaultView.CSSStyleSheet();
  sheet.replaceSync('html { scrollbar-width: none !important }');
  document_.adoptedStyleSheets = [...document_.adoptedStyleSheets, sheet];
  const children = page.nodes.map(() => []);
  page.nodes.forEach((node, n) => { if (node.parent >= 0 && [1, 3, 4].includes(node.kind)) children[node.parent].push(n); });
  const visit = (n, element) => {
    const frame = layout.frames[n], rect = element.getBoundingClientRect();
    const hasBox = !(frame.flags & 1);
    if (hasBox && page.nodes[n].kind === 1 && [[rect.x, frame.x], [rect.y, frame.y], [rect.width, frame.w], [rect.height, frame.h]].some(([a, b]) => Math.abs(a - b) > 1)) {
      const mark = document.createElement('i');
      Object.assign(mark.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px`, height: `${rect.height}px` });
      mark.title = page.nodes[n].tag;
      marks.push(mark);
    }
    const elements = [...element.children];
    let next = 0;
    for (const child of children[n]) {
      const tag = page.nodes[child].tag;
      while (next < elements.length && elements[next].localName !== tag.toLowerCase()) next++;
      if (next < elements.length) visit(child, elements[next++]);
    }
  };
  const root = page.nodes.findIndex(node => node.parent < 0 && node.kind === 1);
  if (root >= 0) visit(root, document_.documentElement);
  $('differences').replaceChildren(...marks);
  $('web').style.height = `${Math.max(layout.viewport.height, layout.height)}px`;
  status(`${marks.length} element${marks.length === 1 ? '' : 's'} differ${marks.length === 1 ? 's' : ''} from the browser`);
}

// Problems

function tellProblems() {
  const problems = shown.state.problems ?? [];
  $('count').textContent = problems.length;
  $('list').replaceChildren(...(problems.length ? problems : [{ severity: 'note', message: 'No problems.' }]).map(problem => {
    const item = document.createElement('div'), head = document.createElement('div'), strong = document.createElement('strong');
    strong.className = problem.severity;
    strong.textContent = problem.code ? `${problem.severity}[${problem.code}] ` : '';
    head.append(strong, problem.message);
    item.append(head);
    if (problem.file) {
      const place = document.createElement('div');
      place.textContent = `${problem.file}:${problem.line}:${problem.column}`;
      item.append(place);
    }
    if (problem.sourceLine) {
      const code = document.createElement('pre');
      const from = problem.column > 60 ? problem.column - 40 : 1;
      code.textContent = problem.sourceLine.slice(from - 1, from + 100) + '\n' + ' '.repeat(problem.column - from) + '^';
      item.append(code);
    }
    if (problem.help) item.append(Object.assign(document.createElement('p'), { textContent: 'help: ' + problem.help }));
    return item;
  }));
  const hasErrors = problems.some(problem => problem.severity === 'error');
  if (hasErrors && !$('overlay').open) $('overlay').showModal();
  if (!hasErrors && $('overlay').open && !$('overlay').dataset.asked) $('overlay').close();
}

// Sizes: a squarified treemap (Bruls, Huizing, van Wijk) of packages, and of the entries of the one that is chosen.

async function showSizes(name = null) {
  const map = $('treemap');
  let items;
  if (!name) items = (shown.manifest?.packages ?? []).map(one => ({ name: one.name, size: one.size, open: () => showSizes(one.name) }));
  else items = [...(await package_(name)).entries].map(([path, one]) => ({ name: path, size: one.packed, open: () => showSizes() }));
  items = items.filter(item => item.size > 0).sort((a, b) => b.size - a.size).slice(0, 400);
  const total = items.reduce((sum, item) => sum + item.size, 0), { clientWidth: w, clientHeight: h } = map;
  const cells = [];
  let rect = { x: 0, y: 0, w, h }, rest = items.map(item => ({ item, area: item.size / total * w * h }));
  const worst = (row, side) => { const sum = row.reduce((s, r) => s + r.area, 0); return Math.max(...row.map(r => Math.max(side * side * r.area / (sum * sum), sum * sum / (side * side * r.area)))); };
  while (rest.length) {
    const side = Math.min(rect.w, rect.h), row = [rest[0]];
    while (row.length < rest.length && worst([...row, rest[row.length]], side) <= worst(row, side)) row.push(rest[row.length]);
    rest = rest.slice(row.length);
    const sum = row.reduce((s, r) => s + r.area, 0), thick = sum / side;
    let along = 0;
    for (const { item, area } of row) {
      const length = area / thick;
      cells.push(rect.w < rect.h ? { item, x: rect.x + along, y: rect.y, w: length, h: thick } : { item, x: rect.x, y: rect.y + along, w: thick, h: length });
      along += length;
    }
    rect = rect.w < rect.h ? { ...rect, y: rect.y + thick, h: rect.h - thick } : { ...rect, x: rect.x + thick, w: rect.w - thick };
  }
  map.replaceChildren(...cells.map((cell, index) => {
    const link = Object.assign(document.createElement('a'), { href: '#', title: `${cell.item.name}: ${cell.item.size} bytes` });
    link.textContent = `${cell.item.name} ${(cell.item.size / 1000).toFixed(1)} kB`;
    Object.assign(link.style, { left: `${cell.x}px`, top: `${cell.y}px`, width: `${cell.w}px`, height: `${cell.h}px`, background: `hsl(${210 + index * 37 % 150} 45% 38%)` });
    link.onclick = event => { event.preventDefault(); cell.item.open(); };
    return link;
  }));
}

// What people do

function toggle(button, section, show) {
  const on = section.hidden;
  section.hidden = !on;
  button.setAttribute('aria-pressed', on);
  if (on) show();
}
$('pages').onchange = () => { shown.page = $('pages').value; draw(); };
$('devices').onchange = () => { shown.device = $('devices').value; draw(); };
$('beside').onclick = () => toggle($('beside'), $('source'), showSource);
$('sizes').onclick = () => toggle($('sizes'), $('treemap'), () => showSizes());
$('problems').onclick = () => { $('overlay').dataset.asked = '1'; $('overlay').showModal(); };
$('overlay').onclose = () => { delete $('overlay').dataset.asked; };
document.onkeydown = event => {
  if (event.target.closest('select, input, dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = (select, by) => { select.selectedIndex = Math.max(0, Math.min(select.length - 1, select.selectedIndex + by)); select.onchange(); };
  const keys = {
    j: () => step($('pages'), 1), k: () => step($('pages'), -1), d: () => step($('devices'), 1), D: () => step($('devices'), -1),
    s: () => $('beside').click(), t: () => $('sizes').click(), e: () => $('problems').click(),
  };
  keys[event.key]?.();
};

// Live reload: an event names the pages that changed; only the one that is shown is drawn again, where it was scrolled to.

function listen() {
  const events = new EventSource('/events');
  let isFirst = true;
  // One after the other: an event of the release must not take away what the one of a page is about to draw.
  let last = Promise.resolve();
  events.onmessage = message => { last = last.then(() => apply(JSON.parse(message.data))).catch(error => status(String(error))); };
  const apply = async event => {
    if (isFirst && event.version !== undefined && !event.pages) { isFirst = false; if (event.version === shown.version) return; }
    const before = shown.manifest?.id;
    await openRelease();
    tellProblems();
    if (!$('treemap').hidden) showSizes();
    if (!event.pages || event.pages.includes(shown.page) || !shown.drawn) await draw();
    if (before !== shown.manifest?.id) document.documentElement.dataset.release = shown.manifest?.id ?? '';
    document.documentElement.dataset.events = Number(document.documentElement.dataset.events ?? 0) + 1;
  };
  events.onerror = () => status('waiting for hybrid');
  events.onopen = () => { if (!shown.drawn) draw(); };
}

const wanted = new URLSearchParams(location.hash.slice(1));
shown.page = wanted.get('page');
shown.device = wanted.get('device');
await openRelease().catch(error => status(String(error)));
tellProblems();
await draw().catch(error => status(String(error)));
listen();
/** For tests: what was drawn, as `hybrid inspect layout` has it. */
window.preview = { shown, frames: () => shown.drawn.layout.frames.map((frame, n) => ({ tag: shown.drawn.page.nodes[n].tag, kind: shown.drawn.page.nodes[n].kind, ...frame })) };
