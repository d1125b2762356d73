// The preview: draws the built package, not the sources. Every node is where its frame says.
'use strict';

import { readPage, readLayout } from './format.js';
import { Release, webURL } from './release.js';
import { PaintedPage } from './painted.js';
import { linkAt, pageAt } from './links.js';
import { loadFonts } from './fonts.js';
import { LiveView } from './live.js';
import { describe, showSource } from './differences.js';
import { comparePictures } from './pictures.js';
import { showProblems } from './problems.js';
import { showSizes } from './treemap.js';

const $ = id => document.getElementById(id);
const release = new Release();
/** What is chosen, what was drawn of it, and the place that a link leads to. */
const shown = { page: null, device: null, drawn: null, fragment: '', isNoted: false };
/** More pages than this are found by the filter. */
const LISTED = 300;

const status = text => { $('status').textContent = text; };
const failed = error => status(String(error.message ?? error));

// Opening

async function open() {
  await release.load();
  const missing = shown.page && !release.pages.has(shown.page) ? shown.page : null;
  if (!release.pages.has(shown.page)) shown.page = release.pages.has('index.html') ? 'index.html' : [...release.pages.keys()][0] ?? null;
  if (!isDevice(shown.device)) shown.device = release.devices[0]?.name ?? null;
  $('devices').replaceChildren(...release.devices.map(one => new Option(label(one), one.name, false, one.name === shown.device)));
  showPage();
  refreshProblems();
  if (!$('pages').hidden) listPages();
  if (!$('sizes').hidden) await showSizes($('sizes'), release, $('sizes').dataset.package);
  if (!$('routes').hidden) await listRoutes();
  document.documentElement.dataset.release = release.manifest?.id ?? '';
  shown.missing = missing;
}

const label = ({ name, colorScheme }) => colorScheme === 'dark' ? `${name} (dark)` : name;
const isDevice = name => release.devices.some(one => one.name === name);

const painted = new PaintedPage($('stage'), $('screen')), besides = new PaintedPage($('beside-stage'), $('beside-screen'));

/** Nothing is drawn: what was drawn before is not what the header names. */
function blank(reason) {
  shown.drawn = null;
  painted.clear();
  besides.clear();
  delete document.documentElement.dataset.drawn;
  status(reason);
}

function showPage() {
  $('page').textContent = shown.page ?? 'No pages';
  document.title = shown.page ? `${shown.page} · hybrid preview` : 'hybrid preview';
}

// Drawing

async function draw() {
  const { page: path, device } = shown;
  if (!path || !device) {
    blank(release.state.problems?.length ? 'nothing is built yet' : 'no pages');
    return;
  }
  if (!isDevice(device)) return blank(`the release has no layout for ${device}`);
  const began = performance.now();
  let pageBytes, layoutBytes, list;
  try {
    [[pageBytes, layoutBytes], list] = await Promise.all([release.files(path, device), release.displayList(path, device)]);
  } catch (error) {
    return blank(`${path} for ${device} cannot be read: ${error.message ?? error}`);
  }
  if (path !== shown.page || device !== shown.device) return;
  // The page on the screen is built before others.
  fetch(`/shown/${path.split('/').map(encodeURIComponent).join('/')}`).catch(() => {});
  if (!pageBytes || !layoutBytes || !list) {
    return blank(`${path} is not in the release`);
  }
  const page = readPage(pageBytes), layout = readLayout(layoutBytes, page);
  const isSame = shown.drawn?.path === path && shown.drawn?.device === device, isNext = shown.drawn && shown.drawn.path !== path;
  shown.drawn = { page, layout, path, device, colorScheme: release.devices.find(one => one.name === device)?.colorScheme ?? 'light' };
  const base = baseOf(page, path), resolve = url => new URL(release.address(url), base).href;
  shown.drawn.base = base;
  painted.show(list, layout.viewport, resolve);
  if (!isSame) $('stage').scrollTo(0, topOf(shown.fragment));
  shown.fragment = '';
  fit();
  loadFonts(page, resolve).then(() => { painted.draw(); besides.draw(); }).catch(failed);
  // Another page is a step back in the browser's history; another device is not.
  note(isNext && !shown.isNoted ? 'pushState' : 'replaceState');
  $('live-button').disabled = !page.isToken;
  if (!page.isToken && !$('live').hidden) await toggle('live');
  if (!$('beside').hidden) await showBeside();
  status(`${shown.missing ? `${shown.missing} is not in the release; ` : ''}${page.nodes.length} nodes in ${Math.round(performance.now() - began)} ms`);
  shown.missing = null;
  document.documentElement.dataset.drawn = `${path} ${device}`;
  if (!$('source').hidden) await compare();
  if (!$('live').hidden) await showLive();
}

/** Writes what is chosen into the address, as a step of the browser's history or in the place of the last one. */
function note(step) {
  const address = `#${new URLSearchParams({ page: shown.page, device: shown.device })}`;
  if (location.hash !== address) history[step](null, '', address);
}

/** Another device for the same page. The address says so at once: who leaves before it is drawn comes back to this device. */
function chooseDevice(name) {
  shown.device = name;
  $('devices').value = name;
  if (shown.drawn?.path === shown.page) note('replaceState');
  draw().catch(failed);
}

/** What a page's URLs count from: its `<base href>`, else the page. */
function baseOf(page, path) {
  const own = new URL(webURL(path), location), node = page.nodes.find(one => one.tag === 'base' && one.attributes.href);
  try {
    return node ? new URL(release.address(node.attributes.href), own) : own;
  } catch {
    return own;
  }
}

async function compare() {
  if (!shown.drawn) return;
  const { drawn } = shown, compared = await showSource($('web'), $('differences'), drawn, async document_ => {
    const settled = await painted.settled();
    return comparePictures(document_, { ...drawn, ...settled });
  });
  if (!compared || $('source').hidden || shown.drawn !== drawn) return;
  // An app draws them, with its own elements.
  if (drawn.page.isToken) return status('a Token page: the browser shows its markup, nothing was compared');
  const { found, picture, reason } = compared;
  fit();
  Object.assign(document.documentElement.dataset, { differences: found.length, picture: picture ? picture.share.toFixed(4) : reason });
  const differ = found.length === 0 ? 'no element differs' : found.length === 1 ? '1 element differs' : `${found.length} elements differ`;
  const what = picture ? 'frames, lines, colors and the picture of the first screen were compared' : 'frames, lines and colors were compared';
  const ink = picture ? `${(picture.share * 100).toFixed(1)} % of the picture's ink is elsewhere` : `no picture was compared: ${reason}`;
  status(`${differ} from the browser: ${what}; ${ink}`);
  $('found').hidden = found.length === 0;
  $('found').querySelector('ol').replaceChildren(...found.slice(0, LISTED).map(one => {
    const item = document.createElement('li'), button = Object.assign(document.createElement('button'), { type: 'button', textContent: describe(one, shown.drawn.page) });
    button.onclick = () => {
      const frame = shown.drawn?.layout.frames[one.node];
      if (frame) $('stage').scrollTo(frame.x, Math.max(0, frame.y - 100));
    };
    item.append(button);
    return item;
  }));
}

// Links, on both sides

/** Shows where a link leads: another page of the package, or a place of this one. */
function follow(target, base) {
  let url;
  try {
    url = new URL(release.address(target), base);
  } catch {
    return status(`“${target}” is not an address`);
  }
  const path = url.origin === location.origin ? pageAt(url.pathname, release.pages) : null;
  if (!path) return status(`${url.origin === location.origin ? target : url.href} leads out of the package`);
  shown.fragment = url.hash.slice(1);
  status('');
  return path === shown.page ? $('stage').scrollTo(0, topOf(shown.fragment)) : choose(path);
}

/** Where the element that a fragment names begins, in CSS px from the top; 0 without one. */
function topOf(fragment) {
  const { page, layout } = shown.drawn;
  let name;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    name = fragment;
  }
  const node = name ? page.nodes.findIndex(one => one.attributes.id === name) : -1;
  return node >= 0 ? layout.frames[node].y : 0;
}

$('stage').addEventListener('click', event => {
  if (!shown.drawn) return;
  const { page, layout, base } = shown.drawn, box = $('stage').getBoundingClientRect(), scale = box.width / $('stage').offsetWidth || 1;
  const point = { x: (event.clientX - box.x) / scale, y: (event.clientY - box.y) / scale };
  const target = linkAt(page, layout, point, { x: $('stage').scrollLeft, y: $('stage').scrollTop });
  if (target) follow(target, base);
});

$('web').addEventListener('load', () => {
  let path = null;
  try {
    path = pageAt($('web').contentWindow.location.pathname, release.pages);
  } catch {
    // A page of another site, which no app shows there.
    $('differences').replaceChildren();
    $('found').hidden = true;
    return status('the browser shows a page outside of the package: nothing is compared until the page is drawn again');
  }
  // The browser has noted the step itself.
  if (path && path !== shown.page) choose(path, true);
});

// A second device

async function showBeside() {
  const others = release.devices.filter(one => one.name !== shown.device);
  const select = $('beside-device');
  if (select.options.length !== others.length || ![...select.options].every((option, index) => option.value === others[index].name)) {
    const chosen = select.value;
    select.replaceChildren(...others.map(one => new Option(label(one), one.name, false, one.name === chosen)));
  }
  const device = others.find(one => one.name === select.value) ?? others[0], { drawn } = shown;
  if (!device || !drawn) return besides.clear();
  const list = await release.displayList(drawn.path, device.name);
  if (shown.drawn !== drawn) return undefined;
  if (!list) return besides.clear();
  besides.show(list, device, url => new URL(release.address(url), drawn.base).href);
  return fit();
}

// The page live: what is entered stays until the page is drawn again, its data longer.

const live = new LiveView($('live-screen'), {
  called: ({ function: name, arguments: values }) => {
    $('calls').append(Object.assign(document.createElement('li'), { textContent: `${name}(${values.map(value => JSON.stringify(value)).join(', ')})` }));
    if ($('calls').children.length > CALLS) $('calls').firstChild.remove();
    $('calls').scrollTop = $('calls').scrollHeight;
  },
  failed,
});
/** So many calls of handlers stay to be read. */
const CALLS = 200;

/** What was entered for a page, by its path; `undefined` where nothing was. */
const enteredData = path => {
  const text = sessionStorage.getItem(`data ${path}`);
  return text === null ? undefined : JSON.parse(text);
};

async function showLive() {
  const { drawn } = shown;
  delete document.documentElement.dataset.live;
  if (!drawn) return live.end();
  const base = baseOf(drawn.page, drawn.path);
  // Files of only the package: what is elsewhere an app may load or not.
  const resolve = path => {
    const url = new URL(release.address(path), base);
    return url.protocol === 'data:' || url.origin === location.origin && url.pathname.startsWith('/web/') ? url.href : null;
  };
  $('calls').replaceChildren();
  try {
    const data = await live.open(drawn.path, drawn.device, resolve, enteredData(drawn.path));
    if (!data) return;
    $('data').value = JSON.stringify(data, null, 2);
    document.documentElement.dataset.live = drawn.path;
  } catch (error) {
    failed(error);
  }
  fit();
}

async function fillLive() {
  let data;
  try {
    data = JSON.parse($('data').value);
  } catch (error) {
    return status(`the data is not valid JSON: ${error.message}`);
  }
  if (!shown.drawn) return;
  if (live.host) await live.fill(data);
  sessionStorage.setItem(`data ${shown.drawn.path}`, JSON.stringify(data));
  if (!live.host) await showLive();
  else status('filled');
}

/** Whether devices are made as small as the window is high. */
let isHigh = false;

/** Makes what is wider than the window as small as it needs to be. */
function fit() {
  const isNarrow = matchMedia('(max-width: 700px)').matches, sections = [...document.querySelectorAll('.fit')].filter(one => !one.hidden);
  const others = isNarrow ? 0 : ['pages', 'sizes', 'routes', 'live-data', 'found'].filter(id => !$(id).hidden).length * 320;
  const room = document.querySelector('main').clientWidth - 32 - others, each = isNarrow ? room + 12 : room / sections.length - 20;
  for (const one of sections) {
    const section = one.querySelector('section');
    const high = isHigh ? (document.querySelector('main').clientHeight - 40) / section.offsetHeight : 1;
    const scale = Math.min(1, high, Math.max(0.2, each / section.offsetWidth));
    section.style.transform = scale < 1 ? `scale(${scale})` : '';
    Object.assign(one.style, { width: `${section.offsetWidth * scale}px`, height: `${section.offsetHeight * scale}px` });
  }
}

// Pages, routes, problems

function choose(path, isNoted = false) {
  if (!release.pages.has(path)) return;
  shown.page = path;
  shown.isNoted = isNoted;
  showPage();
  if (!$('pages').hidden) listPages();
  draw().catch(failed);
}

function listPages() {
  const words = $('filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...release.pages.values()].filter(({ path, title }) => words.every(word => `${path} ${title}`.toLowerCase().includes(word)));
  const items = found.slice(0, LISTED).map(({ path, title }) => {
    const item = document.createElement('li'), button = Object.assign(document.createElement('button'), { type: 'button', textContent: path, title: path });
    if (title) button.append(Object.assign(document.createElement('small'), { textContent: title }));
    if (path === shown.page) button.setAttribute('aria-current', 'page');
    button.onclick = () => choose(path);
    item.append(button);
    return item;
  });
  if (found.length > LISTED) items.push(Object.assign(document.createElement('li'), { textContent: `and ${found.length - LISTED} more` }));
  if (!found.length) items.push(Object.assign(document.createElement('li'), { textContent: 'No page is called so.' }));
  $('page-list').replaceChildren(...items);
  return found;
}

async function listRoutes() {
  const routes = await release.routes();
  $('routes').querySelector('tbody').replaceChildren(...routes.slice(0, 1000).map(({ pattern, page }) => {
    const row = document.createElement('tr'), address = document.createElement('td'), target = document.createElement('td');
    address.textContent = pattern;
    target.append(Object.assign(document.createElement('button'), { type: 'button', textContent: page, onclick: () => choose(page) }));
    row.append(address, target);
    return row;
  }));
}

function refreshProblems() {
  const problems = release.state.problems ?? [], has = severity => problems.some(problem => problem.severity === severity);
  $('count').textContent = problems.length;
  $('problems').dataset.worst = has('error') ? 'error' : has('warning') ? 'warning' : '';
  showProblems($('list'), problems, release.pages, path => { $('overlay').close(); choose(path); }, release.state);
  const overlay = $('overlay');
  const errors = JSON.stringify(problems.filter(problem => problem.severity === 'error'));
  // Whoever closed it has read these: only others open it again.
  if (has('error') && !overlay.open && overlay.dataset.read !== errors) overlay.showModal();
  overlay.dataset.errors = errors;
  if (!has('error') && overlay.open && !overlay.dataset.asked) overlay.close();
  // The same ones are news again once they were mended.
  if (!has('error')) delete overlay.dataset.read;
}

// What people do

/** The device of the same size in the other color scheme, or turned by a quarter; nothing where none was built. */
function other(kind) {
  const now = release.devices.find(one => one.name === shown.device);
  if (!now) return;
  const found = release.devices.find(one => kind === 'scheme'
    ? one.width === now.width && one.height === now.height && one.colorScheme !== now.colorScheme
    : one.width === now.height && one.height === now.width && one.colorScheme === now.colorScheme);
  if (!found) return status(kind === 'scheme' ? `the release has no other color scheme of ${now.name}` : `the release has no layout for ${now.height} x ${now.width}`);
  chooseDevice(found.name);
}

const panels = { source: compare, live: showLive, beside: showBeside, routes: listRoutes, sizes: () => showSizes($('sizes'), release) };

async function toggle(name) {
  const panel = $(name), on = panel.hidden;
  panel.hidden = !on;
  if (name === 'live') $('live-data').hidden = !on;
  if (name === 'live' && !on) live.end();
  if (name === 'beside' && !on) besides.clear();
  if (name === 'source' && !on) $('found').hidden = true;
  document.querySelector(`[data-shows=${name}]`).setAttribute('aria-pressed', on);
  fit();
  if (on) await panels[name]();
}

function togglePages(on = $('pages').hidden) {
  $('pages').hidden = !on;
  $('page').setAttribute('aria-expanded', on);
  fit();
  if (!on) return;
  listPages();
  $('filter').focus();
}

function stepPage(by) {
  const paths = [...release.pages.keys()], at = paths.indexOf(shown.page) + by;
  if (paths[at]) choose(paths[at]);
}

function stepDevice(by) {
  const select = $('devices'), at = Math.max(0, Math.min(select.length - 1, select.selectedIndex + by));
  select.selectedIndex = at;
  select.onchange();
}

for (const button of document.querySelectorAll('[data-shows]')) button.onclick = () => toggle(button.dataset.shows).catch(failed);
$('page').onclick = () => togglePages();
$('filter').oninput = () => listPages();
$('filter').onkeydown = event => {
  if (event.key === 'Enter') { const [first] = listPages(); if (first) choose(first.path); }
  if (event.key === 'Escape') { togglePages(false); $('page').focus(); }
};
$('devices').onchange = () => chooseDevice($('devices').value);
$('beside-device').onchange = () => showBeside().catch(failed);
$('fill').onclick = () => fillLive().catch(failed);
$('problems').onclick = () => { $('overlay').dataset.asked = '1'; $('overlay').showModal(); };
$('overlay').onclose = () => { $('overlay').dataset.read = $('overlay').dataset.errors; delete $('overlay').dataset.asked; };
$('help').onclick = () => $('keys').showModal();
addEventListener('resize', fit);
addEventListener('hashchange', () => {
  readAddress();
  $('devices').value = shown.device;
  showPage();
  draw().catch(failed);
});
document.onkeydown = event => {
  if (event.target.closest?.('select, input, textarea, dialog, #live') || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    j: () => stepPage(1), k: () => stepPage(-1), d: () => stepDevice(1), D: () => stepDevice(-1), p: () => togglePages(),
    c: () => other('scheme'), o: () => other('turned'), f: () => { isHigh = !isHigh; fit(); }, b: () => toggle('beside').catch(failed),
    '/': () => togglePages(true), s: () => toggle('source').catch(failed), r: () => toggle('routes').catch(failed),
    l: () => { if (!$('live-button').disabled) toggle('live').catch(failed); }, t: () => toggle('sizes').catch(failed), e: () => $('problems').click(), '?': () => $('help').click(),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
};

// Live reload: an event names the pages that changed; only the one that is shown is drawn again, where it was scrolled to.

function listen() {
  const events = new EventSource('/events');
  // One after the other: an event of the release must not take away what the one of a page is about to draw.
  let last = Promise.resolve();
  events.onmessage = message => { last = last.then(() => apply(JSON.parse(message.data))).catch(failed); };
  events.onerror = () => status('waiting for hybrid');
}

async function apply(event) {
  const isNext = event.version === release.version + 1;
  // The first event of a connection says only the version: nothing to do where nothing happened since the state was read.
  const isFirst = event.pages === undefined && event.published === undefined && !event.redraw;
  if (isFirst && event.version === release.version) return;
  if (event.pages && shown.drawn && (isNext || event.version <= release.version)) {
    release.add(event.pages);
    release.version = Math.max(release.version, event.version);
    if (event.pages.includes(shown.page)) await draw();
  } else {
    const before = shown.drawn?.path, devices = JSON.stringify(release.devices), hasMissed = !isNext && event.version > release.version;
    await open();
    const isOther = before !== shown.page || devices !== JSON.stringify(release.devices);
    if (isFirst || hasMissed || event.redraw || event.pages || isOther || !shown.drawn) await draw();
  }
  document.documentElement.dataset.events = Number(document.documentElement.dataset.events ?? 0) + 1;
}

function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  shown.page = wanted.get('page') ?? shown.page;
  // A `+` that was not encoded arrives as a space, which no device has in its name.
  shown.device = wanted.get('device')?.replaceAll(' ', '+') ?? shown.device;
}

readAddress();
await open().catch(failed);
await draw().catch(failed);
listen();
/** For tests and the console: what was drawn, as `hybrid inspect layout` has it. */
window.preview = {
  shown, release, live,
  frames: () => shown.drawn.layout.frames.map((frame, n) => ({ tag: shown.drawn.page.nodes[n].tag, kind: shown.drawn.page.nodes[n].kind, ...frame })),
  styles: () => shown.drawn.page.nodes.map((node, n) => shown.drawn.page.declarations(shown.drawn.layout.styles.get(n) ?? node.style)),
};
