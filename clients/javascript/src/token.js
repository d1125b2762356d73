// Token pages live: a page of a release as elements of a browser, filled from the app's data.
import { refuse } from './errors.js';
import { textOf } from './evaluator.js';
import { BrowserHost } from './host.js';
import { LivePage } from './livepage.js';
import { contentType } from './media.js';
import { readLayout, readPage } from './pagefile.js';

export { LivePage } from './livepage.js';
export { readLayout, readPage } from './pagefile.js';
export { runScripts } from './tokenscript.js';

/** What is shown, by its element. @type {WeakMap<HTMLElement, TokenPage>} */
const shown = new WeakMap();
/** Properties of views that name images. */
const images = ['src', 'url', 'image', 'selectedImage', 'highlightImage'];

/**
 * @typedef {{code: string, message: string}} Problem what is not possible: `layout`, `nodes`, `handler`, `image`, `script`
 * @typedef {{url: string, value: any, page: string | null, parameters: Record<string, string>}} TokenVisit a page that the reader asked for;
 *   `page`: its file in the release
 * @typedef {{function: string, arguments: any[], id: string | null}} TokenCall
 * @typedef {{event: string, id: string | null, text?: string, value?: any, x?: number, y?: number}} TokenEvent
 * @typedef {(page: TokenPage, live: LivePage, contents: (path: string) => Promise<string>, options: TokenOptions) => Promise<TokenScripts>} ScriptRunner
 * @typedef {{call: (name: string, values: any[]) => boolean, event: (event: any, node: any) => void, end: () => void}} TokenScripts
 */

/**
 * @typedef {object} TokenOptions
 * @property {HTMLElement} element where the page is shown
 * @property {any} [data] fills the bindings; JSON
 * @property {Record<string, any>} [handlers] functions that the page names (`@click="open(item.id)"`)
 * @property {(call: TokenCall) => boolean | void} [onCall] takes calls that no script and no handler takes; `false` for those that it does not know
 * @property {(event: TokenEvent) => void} [onEvent] hears of all that readers do
 * @property {(data: any) => void} [onData] hears of the data after a reader entered something
 * @property {(visit: TokenVisit) => void} [onVisit] decides on pages that the reader asked for
 * @property {import('./router.js').Router} [router] finds their files: `await Router.of(release)`
 * @property {(title: string) => void} [onTitle]
 * @property {(problem: Problem) => void} [onProblem] hears once of each thing that is not possible; without it the console
 * @property {(path: string) => string | null | undefined} [resolve] the address of an image or web page that the page names; `undefined` for
 *   the release's own
 * @property {import('./manifest.js').Device} [device] decides which viewport's frames are shown; the element's size without it
 * @property {'letterbox' | 'scale'} [fit] what is done in an element that is wider than the viewport; a narrower one always scales the page down
 * @property {boolean} [navigationBar] `false` leaves the page's bar out, for apps that have their own
 * @property {ScriptRunner} [scripts] `runScripts` runs the page's scripts; without it none runs
 * @property {Record<string, any>} [token] what `token.…` of scripts is, by name; more than the browser's own
 */

/**
 * Opens a Token page of a release and shows it.
 *
 * @param {{manifest: import('./manifest.js').Manifest, entry: (path: string) => any, contents: (path: string) => Promise<Uint8Array>, json?: any}} release
 * @param {string} path the page's source, such as `index.html`
 * @param {TokenOptions} options
 * @returns {Promise<TokenPage>}
 */
export async function openTokenPage(release, path, options) {
  const { element } = options, size = element.getBoundingClientRect();
  const device = options.device ?? {
    width: size.width || innerWidth, height: size.height || innerHeight, scale: devicePixelRatio,
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  };
  const entry = `pages/${path}.page`;
  if (!release.entry(entry)) refuse('noSuchEntry', undefined, undefined, { entry });
  const file = readPage(await release.contents(entry));
  if (!file.isToken) refuse('webPage', 'a Token page', undefined, { entry });
  // Only the viewports that this device installed have frames here.
  const near = release.manifest.viewportsByDistance(device).map(one => `layouts/${one.name}/${path}.layout`).find(one => release.entry(one));
  if (!near) refuse('noLayout', 'the package of a viewport', undefined, { entry });
  const layout = readLayout(await release.contents(near), file);
  const page = new TokenPage(release, path, file, layout, options);
  await page.start();
  return page;
}

/** A Token page that is shown. */
export class TokenPage {
  #release; #path; #options; #host; #live; #outer; #stage; #observer;
  /** Addresses of images of the release; a promise while one is read. @type {Map<string, string | null | Promise<void>>} */
  #images = new Map();
  /** @type {TokenScripts | null} */ #scripts = null;
  #isOver = false;

  /**
   * `openTokenPage` makes pages.
   *
   * @param {any} release @param {string} path @param {import('./pagefile.js').Page} file @param {import('./pagefile.js').Layout} layout
   * @param {TokenOptions} options
   */
  constructor(release, path, file, layout, options) {
    this.#release = release;
    this.#path = path;
    this.#options = options;
    /** The page's title. @type {string} */
    this.title = file.title;
    /** The viewport whose frames are shown. @type {{name: string, width: number, height: number}} */
    this.viewport = layout.viewport;
    this.#live = new LivePage(file, layout, {
      data: options.data, measure: (...text) => this.#measure(...text), navigationBar: options.navigationBar, apply: commands => this.#host.apply(commands), onData: data => options.onData?.(data), onProblem: problem => this.#problem(problem),
      onCall: (name, values, node) => this.#call(name, values, node), onEvent: (event, node) => this.#event(event, node),
    });
    const outer = this.#outer = document.createElement('div'), stage = this.#stage = document.createElement('div'), screen = document.createElement('div');
    Object.assign(outer.style, { width: '100%', height: '100%', overflow: 'hidden' });
    // The keyboard could scroll it otherwise; older browsers do not know the word.
    outer.style.overflow = 'clip';
    Object.assign(stage.style, { margin: '0 auto', overflow: 'hidden', direction: 'ltr' });
    Object.assign(screen.style, { width: `${this.viewport.width}px`, transformOrigin: '0 0' });
    // Voices read the page in its own language.
    const language = file.nodes[0]?.attributes.find(([name]) => name === 'lang')?.[1];
    if (language) screen.lang = language;
    stage.append(screen);
    outer.append(stage);
    shown.get(options.element)?.destroy();
    shown.set(options.element, this);
    options.element.replaceChildren(outer);
    this.#host = new BrowserHost(screen, { ...this.viewport, send: event => this.#take(event), scrolled: (x, y) => this.#isOver || this.#live.see({ x, y }), resolve: source => this.#address(source) });
    const fit = () => {
      const width = options.element.clientWidth, wide = width / this.viewport.width, scale = width > 0 ? options.fit === 'scale' ? wide : Math.min(1, wide) : 1;
      const { height } = this.viewport, bar = this.#host.top, whole = height + bar;
      Object.assign(stage.style, { width: `${this.viewport.width * scale}px`, height: `${whole * scale}px` });
      // A lower element shows less of the page, which scrolls. An element that is as high as the page needs none of that.
      const room = outer.clientHeight ? parseFloat(getComputedStyle(outer).height) / scale - bar : height, shown = room > 0 && room < height - 1 ? room : height;
      this.#host.resize(shown);
      if (shown !== this.#live.seen.height) this.#live.see({ height: shown });
      screen.style.transform = scale === 1 ? '' : `scale(${scale})`;
    };
    this.fit = fit;
    this.#observer = new ResizeObserver(fit);
    this.#observer.observe(options.element);
    // What has the focus stays, with its row.
    screen.shadowRoot?.addEventListener('focusin', event => this.#pin(event.target, true));
    screen.shadowRoot?.addEventListener('focusout', event => this.#pin(event.target, false));
  }

  /** Shows the page and runs its scripts; `openTokenPage` calls it. */
  async start() {
    this.#live.start();
    this.fit();
    const { scripts } = this.#options;
    if (!scripts) return;
    const made = await scripts(this, this.#live, async path => new TextDecoder().decode(await this.#release.contents(path)), this.#options);
    if (this.#isOver) made.end();
    else this.#scripts = made;
    this.#live.flush();
  }

  /** What fills the page, with what readers entered. */
  get data() { return this.#live.data; }

  /** Fills the page from other data. @param {any} data */
  setData(data) {
    if (!this.#isOver) this.#live.setData(data);
  }

  /** Changes some members of the data. @param {Record<string, any>} members */
  update(members) { this.setData({ ...this.data, ...members }); }

  /** Gives a table its rows, or sections of them. @param {string} id the table's `id` @param {any[]} rows */
  setRows(id, rows) { this.#change(id, node => this.#live.setTable(node, rows)); }

  /** Sets a property of a view; `null` takes away what was set. @param {string} id @param {string} name @param {string | null} value */
  setProperty(id, name, value) { this.#change(id, node => this.#live.setProperty(node, name, value === null || value === undefined ? null : textOf(value))); }

  /** Gives a view another text. @param {string} id @param {string} text */
  setText(id, text) { this.#change(id, node => this.#live.setText(node, textOf(text))); }

  /** Has a view do something once: `scrollToTop`, `endEditing`, `reload`. @param {string} id @param {string} action */
  perform(id, action) { this.#change(id, node => this.#live.perform(node, action)); }

  /** What a reader may have changed in a view, or its text. @param {string} id @returns {string | null} */
  value(id) {
    const node = this.#find(id);
    return node ? this.#live.value(node) : null;
  }

  /** The element of a view. @param {string} id @returns {HTMLElement | null} */
  element(id) {
    const node = this.#find(id);
    return (node && this.#host.views.get(node.number)?.element) ?? null;
  }

  /** How far the page is scrolled, in CSS px of the page. @returns {{x: number, y: number}} */
  get scrolled() { return { x: this.#host.page.scrollLeft, y: this.#host.page.scrollTop }; }

  /** Scrolls the page: an app that opens it again has it where it was. @param {number} x @param {number} y */
  scrollTo(x, y) {
    if (this.#isOver) return;
    this.#host.page.scrollTo(x, y);
    this.#live.see(this.scrolled);
  }

  /** Proposes another page to the app. @param {string} url @param {any} [value] */
  visit(url, value = null) {
    let match = null;
    try {
      const { origin, href, pathname, search } = new URL(url, `https://page.invalid/${this.#path}`), isPath = origin === 'https://page.invalid';
      // A name of a host without a scheme leads elsewhere, too.
      if (!isPath && !/^[a-z][a-z\d+.-]*:/i.test(url)) url = href;
      match = this.#options.router?.matchLink(isPath ? pathname + search : url) ?? null;
    } catch {
      // An invalid address leads to no page.
    }
    this.#options.onVisit?.({ url, value, page: match?.page ?? null, parameters: match?.values ?? {} });
  }

  /** Takes the page away; nothing of it is called any more. */
  destroy() {
    if (this.#isOver) return;
    this.#scripts?.end();
    this.#host.end();
    this.#isOver = true;
    this.#observer.disconnect();
    for (const url of this.#images.values()) if (typeof url === 'string') URL.revokeObjectURL(url);
    this.#images.clear();
    this.#outer.remove();
  }

  #find(id) { return this.#isOver || !this.#live.root ? null : this.#live.find(this.#live.root, node => this.#live.property(node, 'id') === id)[0] ?? null; }

  #change(id, body) {
    const node = this.#find(id);
    if (!node) return;
    body(node);
    this.#live.flush();
  }

  #problem(problem) {
    if (this.#options.onProblem) this.#options.onProblem(problem);
    else console.warn(`hybrid: ${problem.message}`);
  }

  #idOf(node) { return node ? this.#live.property(node, 'id') ?? null : null; }

  #take(event) {
    return this.#isOver ? false : this.#live.handle(event);
  }

  #event(event, node) {
    this.#scripts?.event(event, node);
    const { node: _, ...rest } = event;
    this.#options.onEvent?.({ ...rest, id: this.#idOf(node) });
  }

  #call(name, values, node) {
    if (this.#scripts?.call(name, values)) return;
    if (name === 'document.pushNavigatorWithURL') return this.visit(String(values[0] ?? ''), values[1] ?? null);
    let owner = null, found = this.#options.handlers;
    for (const part of name.split('.')) {
      owner = found;
      found = found !== null && found !== undefined && Object.hasOwn(found, part) ? found[part] : undefined;
    }
    if (typeof found === 'function') return void found.apply(owner, values);
    if (this.#options.onCall && this.#options.onCall({ function: name, arguments: values, id: this.#idOf(node) }) !== false) return;
    this.#live.problem('handler', `${this.#path}: nothing takes ${name}()`);
  }

  #pin(element, isFocused) {
    const node = this.#live.nodes.get(Number(element.closest?.('[data-node]')?.dataset.node));
    if (!node) return;
    if (isFocused) this.#live.pinned.add(node);
    else this.#live.pinned.delete(node);
  }

  #sizes = new Map();
  #ruler = document.createElement('div');

  /** How large a text is: the browser breaks it as it does in its view. */
  #measure(text, font, width, lines) {
    const key = JSON.stringify([text, font, width, lines]);
    if (this.#sizes.size > 5000) this.#sizes.clear();
    if (!this.#sizes.has(key)) {
      const ruler = this.#ruler, root = this.#host.frame.parentNode;
      if (ruler.parentNode !== root) root.append(ruler);
      ruler.removeAttribute('style');
      for (const [name, value] of Object.entries(font)) if (value) ruler.style.setProperty(name, value);
      Object.assign(ruler.style, {
        position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word', width: width === null ? 'max-content' : `${width}px`,
        ...(lines > 0 && { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: String(lines), overflow: 'hidden' }),
      });
      ruler.textContent = text;
      // The element may be shown smaller: its own sizes are not.
      const { width: found, height } = getComputedStyle(ruler);
      this.#sizes.set(key, { width: parseFloat(found) || 0, height: text ? parseFloat(height) || 0 : 0 });
      ruler.textContent = '';
    }
    return this.#sizes.get(key);
  }

  /** The address of what the page names: of an image of the release once it was read. */
  #address(source) {
    const given = this.#options.resolve?.(source);
    if (given !== undefined) return given;
    if (/^(?:https?:|data:image\/)/i.test(source)) return source;
    const known = this.#images.get(source);
    if (known !== undefined) return typeof known === 'string' ? known : null;
    this.#images.set(source, this.#load(source).then(url => {
      if (this.#isOver) return void (url && URL.revokeObjectURL(url));
      this.#images.set(source, url);
      if (!url) return this.#problem({ code: 'image', message: `${this.#path}: the release has no image ${source}` });
      for (const view of this.#host.views.values()) {
        for (const name of images) if (view.properties[name] === source) this.#host.apply([{ op: 'setProperty', node: view.node, name, value: source }]);
      }
    }));
    return null;
  }

  async #load(source) {
    try {
      const path = `web${decodeURIComponent(new URL(source, `https://page.invalid/${this.#path}`).pathname)}`, type = contentType(path);
      if (!type.startsWith('image/') || !this.#release.entry(path)) return null;
      return URL.createObjectURL(new Blob([await this.#release.contents(path)], { type }));
    } catch {
      return null;
    }
  }
}
