// The preview: draws the built package, not the sources. Every node is where its frame says.
'use strict';

import { readPage, readLayout } from './format.js';
import { Release, webURL } from './release.js';
import { paint } from './painting.js';
import { loadFonts } from './fonts.js';
import { LiveView } from './live.js';
import { showSource } from './differences.js';
import { showProblems } from './problems.js';
import { showSizes } from './treemap.js';

const $ = id => document.getElementById(id);
const release = new Release();
/** What is chosen, and what was drawn of it. */
const shown = { page: null, device: null, drawn: null };
/** More pages than this are found by the filter. */
const LISTED = 300;

const status = text => { $('status').textContent = text; };
const failed = error => status(String(error.message ?? error));

// Opening

async function open() {
  await release.load();
  if (!release.pages.has(shown.page)) shown.page = release.pages.has('index.html') ? 'index.html' : [...release.pages.keys()][0] ?? null;
  if (!isDevice(shown.device)) shown.device = release.devices[0]?.name ?? null;
  $('devices').replaceChildren(...release.devices.map(one => new Option(one.colorScheme === 'dark' ? `${one.name} (dark)` : one.name, one.name, false, one.name === shown.device)));
  tellPage();
  tellProblems();
  if (!$('pages').hidden) listPages();
  if (!$('sizes').hidden) await showSizes($('sizes'), release, $('sizes').dataset.package);
  if (!$('routes').hidden) await listRoutes();
  document.documentElement.dataset.release = release.manifest?.id ?? '';
}

const isDevice = name => release.devices.some(one => one.name === name);

/** Nothing is drawn: what was drawn before is not what the header names. */
function blank(reason) {
  shown.drawn = null;
  $('screen').replaceChildren();
  delete document.documentElement.dataset.drawn;
  status(reason);
}

function tellPage() {
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
  let pageBytes, layoutBytes;
  try {
    [pageBytes, layoutBytes] = await release.files(path, device);
  } catch (error) {
    return blank(`${path} for ${device} cannot be read: ${error.message ?? error}`);
  }
  if (path !== shown.page || device !== shown.device) return;
  // The page on the screen is built before others.
  fetch(`/shown/${path.split('/').map(encodeURIComponent).join('/')}`).catch(() => {});
  if (!pageBytes || !layoutBytes) {
    return blank(`${path} is not in the release`);
  }
  const page = readPage(pageBytes), layout = readLayout(layoutBytes, page);
  const isSame = shown.drawn?.path === path && shown.drawn?.device === device;
  shown.drawn = { page, layout, path, device, colorScheme: release.devices.find(one => one.name === device)?.colorScheme ?? 'light' };
  Object.assign($('stage').style, { width: `${layout.viewport.width}px`, height: `${layout.viewport.height}px` });
  const base = baseOf(page, path), resolve = url => new URL(inPackage(url), base).href;
  const refit = paint($('screen'), page, layout, resolve);
  if (!isSame) $('stage').scrollTo(0, 0);
  fit();
  loadFonts(page, resolve).then(refit).catch(failed);
  history.replaceState(null, '', `#${new URLSearchParams({ page: path, device })}`);
  status(`${page.nodes.length} nodes in ${Math.round(performance.now() - began)} ms`);
  document.documentElement.dataset.drawn = `${path} ${device}`;
  if (!$('source').hidden) await compare();
  if (!$('live').hidden) await showLive();
}

/** A URL that counts from the site's root, as the preview serves it. */
const inPackage = url => /^\s*\/(?![\/\\])/.test(url) ? `/web/${url.trim().slice(1)}` : url;

/** What a page's URLs count from: its `<base href>`, else the page. */
function baseOf(page, path) {
  const own = new URL(webURL(path), location), node = page.nodes.find(one => one.tag === 'base' && one.attributes.href);
  try {
    return node ? new URL(inPackage(node.attributes.href), own) : own;
  } catch {
    return own;
  }
}

async function compare() {
  if (!shown.drawn) return;
  const found = await showSource($('web'), $('differences'), shown.drawn);
  fit();
  document.documentElement.dataset.differences = found.length;
  status(found.length === 0 ? 'no element differs from the browser' : `${found.length} element${found.length === 1 ? ' differs' : 's differ'} from the browser`);
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
    const url = new URL(inPackage(path), base);
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

/** Makes what is wider than the window as small as it needs to be. */
function fit() {
  const isNarrow = matchMedia('(max-width: 700px)').matches, sections = [...document.querySelectorAll('.fit')].filter(one => !one.hidden);
  const others = isNarrow ? 0 : ['pages', 'sizes', 'routes', 'live-data'].filter(id => !$(id).hidden).length * 320;
  const room = document.querySelector('main').clientWidth - 32 - others, each = isNarrow ? room + 12 : room / sections.length - 20;
  for (const one of sections) {
    const section = one.firstElementChild, scale = Math.min(1, Math.max(0.2, each / section.offsetWidth));
    section.style.transform = scale < 1 ? `scale(${scale})` : '';
    Object.assign(one.style, { width: `${section.offsetWidth * scale}px`, height: `${section.offsetHeight * scale}px` });
  }
}

// Pages, routes, problems

function choose(path) {
  if (!release.pages.has(path)) return;
  shown.page = path;
  tellPage();
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

function tellProblems() {
  const problems = release.state.problems ?? [], has = severity => problems.some(problem => problem.severity === severity);
  $('count').textContent = problems.length;
  $('problems').dataset.worst = has('error') ? 'error' : has('warning') ? 'warning' : '';
  showProblems($('list'), problems, release.pages, path => { $('overlay').close(); choose(path); });
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

const panels = { source: compare, live: showLive, routes: listRoutes, sizes: () => showSizes($('sizes'), release) };

async function toggle(name) {
  const panel = $(name), on = panel.hidden;
  panel.hidden = !on;
  if (name === 'live') $('live-data').hidden = !on;
  if (name === 'live' && !on) live.end();
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
$('devices').onchange = () => { shown.device = $('devices').value; draw().catch(failed); };
$('fill').onclick = () => fillLive().catch(failed);
$('problems').onclick = () => { $('overlay').dataset.asked = '1'; $('overlay').showModal(); };
$('overlay').onclose = () => { $('overlay').dataset.read = $('overlay').dataset.errors; delete $('overlay').dataset.asked; };
$('help').onclick = () => $('keys').showModal();
addEventListener('resize', fit);
addEventListener('hashchange', () => {
  readAddress();
  $('devices').value = shown.device;
  tellPage();
  draw().catch(failed);
});
document.onkeydown = event => {
  if (event.target.closest?.('select, input, textarea, dialog, #live') || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    j: () => stepPage(1), k: () => stepPage(-1), d: () => stepDevice(1), D: () => stepDevice(-1), p: () => togglePages(),
    '/': () => togglePages(true), s: () => toggle('source').catch(failed), r: () => toggle('routes').catch(failed),
    l: () => toggle('live').catch(failed), t: () => toggle('sizes').catch(failed), e: () => $('problems').click(), '?': () => $('help').click(),
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
