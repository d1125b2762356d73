// A service worker that serves the installed release to its pages, and installs the next one behind their backs; by itself without
// patches and first screens, which are code that not all apps need.
import { fromBase64, text as textOf, utf8 } from './bytes.js';
import { WebContent } from './content.js';
import { HybridError } from './errors.js';
import { IndexedDBFiles } from './indexeddb.js';
import { ReleaseStore, seconds } from './store.js';
import { fetchTransport } from './transport.js';
import { BasicUpdateClient } from './updating.js';

/**
 * @typedef {object} WorkerOptions
 * @property {string} server the address of the folder with `latest.json`, relative to the worker's
 * @property {string | import('./updating.js').Trust} trust the first root's file in base64, or as `UpdateClient` takes it
 * @property {'navigation' | 'restart'} [switching] when pages take a new release: each at its next navigation, or all once no
 *   page is open; `navigation` without. A page that is open keeps its release until it is left.
 * @property {import('./manifest.js').Device} [device] decides which viewport's package is installed; none without
 * @property {string} [channel] @property {string} [runtimeVersion] @property {string} [base] as in the configuration
 * @property {number} [checkInterval] seconds between two looks for an update, which navigations begin: 900
 * @property {boolean} [paintsFirstScreens] whether pages are painted from the release's display lists while they load; where the
 *   release has them
 * @property {number} [healthyAfter] a release is healthy when a page of it has been open for so many seconds; without, pages say so
 * @property {number} [maximumSize] what the store may take up in bytes
 * @property {import('./files.js').Files} [files] where releases are kept: IndexedDB
 * @property {number} [trialSeconds] @property {number} [trialLaunches] as in `ReleaseStore`
 * @property {number} [attempts] @property {number} [pause] as in `UpdateSettings`
 * @property {typeof import('./patch.js').applyPatch} [applyPatch] makes packages from older ones; without, patches are not fetched
 * @property {typeof import('./screens.js').withFirstScreen} [withFirstScreen] puts a page's first screen in front of it; none without
 * @property {typeof import('./pictures.js')} [pictures] keeps first screens as they were painted; without, they are painted each time
 */

/**
 * Makes the running service worker serve releases. Call it while the worker's script is evaluated.
 *
 * @param {WorkerOptions} options
 * @param {any} [scope] the worker's global scope
 */
export function startWorker(options, scope = globalThis) {
  const worker = new ReleaseWorker(options, scope);
  scope.addEventListener('install', event => event.waitUntil(worker.prepare()));
  scope.addEventListener('activate', event => event.waitUntil(scope.clients.claim()));
  scope.addEventListener('message', event => event.waitUntil(worker.receive(event)));
  scope.addEventListener('fetch', event => {
    const { request } = event, url = new URL(request.url);
    const isOwn = url.origin === scope.location.origin && url.href.startsWith(scope.registration.scope) && !worker.isServers(url);
    if (!isOwn || request.method !== 'GET' && request.method !== 'HEAD') return;
    event.respondWith(worker.answer(event));
  });
  return worker;
}

/** What `startWorker` runs. */
export class ReleaseWorker {
  #device; #screened = new Set();
  #options; #scope; #server; #contents = new Map(); #pages; #checked = 0; #checking = null; #newest;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  constructor(options, scope) {
    this.#options = options;
    this.#scope = scope;
    this.#server = new URL(options.server, scope.location.href);
    this.store = new ReleaseStore(options.files ?? new IndexedDBFiles(`hybrid ${new URL(scope.registration.scope).pathname}`), options);
    const trust = typeof options.trust === 'string' && options.trust !== 'server' ? { root: fromBase64(options.trust) } : options.trust;
    this.client = new BasicUpdateClient(this.store, fetchTransport(this.#server), { ...options, trust });
  }

  /** Whether a URL is of the folder with releases, or the worker's own script: the network answers those. */
  isServers(url) {
    const script = this.#scope.location.href.replace(/[?#].*$/, ''), address = url.href.replace(/[?#].*$/, '');
    const path = address.startsWith(this.#server.href) ? address.slice(this.#server.href.length) : null;
    return address === script || path !== null
      && /^(?:latest\.json|roots\/\d+\.root\.json|manifests\/[\w-]{43}\.json|packages\/[^/]+\.[\w-]{43}\.(?:zip|index\.json)|patches\/[^/]+\.patch)$/.test(path);
  }

  /** Installs the first release, so that the next start needs no network. */
  async prepare() {
    const { current, pending } = await this.store.state();
    if (!current && !pending) await this.update();
    await this.#scope.skipWaiting();
  }

  // MARK: Updates

  /**
   * Looks for an update and installs it.
   *
   * @returns {Promise<{status: string, version?: string}>}
   */
  update() {
    this.#checking ??= this.#update().finally(() => { this.#checking = null; });
    return this.#checking;
  }

  async #update() {
    this.#checked = seconds();
    const found = await this.client.check();
    if (found.status !== 'available') return found;
    await this.client.install(found.update);
    await this.#prune();
    const { version } = found.update.manifest;
    for (const page of await this.#scope.clients.matchAll({ type: 'window' })) page.postMessage({ type: 'hybrid:installed', version });
    return { status: 'installed', version };
  }

  /** As `update`; what goes wrong is the next one's to mend. */
  async updateQuietly() {
    try {
      await this.update();
    } catch (error) {
      if (!(error instanceof HybridError)) throw error;
      console.warn(`hybrid: ${error.message}`);
    }
  }

  async #prune() {
    try {
      await this.store.prune({ maximumSize: this.#options.maximumSize, keep: [...(await this.#shownPages()).values()] });
    } catch (error) {
      // Another page is installing: it prunes when it has ended.
      if (error.code !== 'busy') throw error;
    }
  }

  // MARK: Which release a page has

  /** The releases of open pages by their clients' ids, which outlive the worker's naps. */
  async #shownPages() {
    if (!this.#pages) {
      const bytes = await this.store.files.read('pages.json');
      let listing = {};
      try { listing = JSON.parse(bytes && textOf(bytes) || '{}'); } catch { /* nothing is known of them */ }
      this.#pages ??= new Map(Object.entries(listing));
    }
    return this.#pages;
  }

  /** Notes which release a page has; the page need not wait until that is written. */
  async #note(event, id, hash) {
    const pages = await this.#shownPages(), before = this.#newest;
    this.#newest = id;
    pages.set(id, hash);
    const write = async () => {
      const open = await this.#scope.clients.matchAll({ includeUncontrolled: true });
      for (const known of pages.keys()) {
        // A page that is being loaded is not among the clients yet; it is among the newest of all.
        if (known !== id && known !== before && known !== this.#newest && !open.some(client => client.id === known)) pages.delete(known);
      }
      await this.store.files.lock('lock', true, () => this.store.files.write('pages.json', utf8(JSON.stringify(Object.fromEntries(pages)))));
    };
    event.waitUntil(this.#unlessFull(write));
  }

  /** Writes what a page can be shown without: a full disk does not take its release from it. */
  async #unlessFull(write, otherwise) {
    try {
      return await write();
    } catch (error) {
      if (error.code !== 'store') throw error;
      console.warn(`hybrid: ${error.message}`);
      return otherwise?.();
    }
  }

  /** What answers for a release; `opened`: the release, where it is open already. */
  #content(hash, opened = undefined) {
    if (!this.#contents.has(hash)) {
      const content = (opened ? Promise.resolve(opened) : this.store.open(hash))
        .then(release => WebContent.of(release, { base: this.#options.base ?? new URL(this.#scope.registration.scope).pathname, origin: this.#scope.location.origin }));
      this.#contents.set(hash, content);
      content.catch(() => this.#contents.delete(hash));
    }
    return this.#contents.get(hash);
  }

  /** The release that a new page is shown from. */
  #launch() {
    const current = async () => (await this.store.state()).current ?? null;
    const turn = this.#turn.then(() => this.#unlessFull(async () => {
      const { switching = 'navigation' } = this.#options;
      if (switching === 'navigation' || !(await this.#scope.clients.matchAll({ type: 'window' })).length) {
        const release = await this.store.launch();
        if (release) this.#content(release.hash, release);
        return release?.hash ?? null;
      }
      await this.store.rollBackIfUnhealthy();
      return await current() ?? (await this.store.launch())?.hash ?? null;
    }, current));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #releaseFor(event) {
    const { request, clientId, resultingClientId } = event;
    const isPage = request.mode === 'navigate' && request.destination === 'document';
    if (isPage && !request.headers.get('sec-purpose')) {
      // What is needed next is read meanwhile.
      const reading = Promise.all([this.#shownPages(), this.#readDevice()]);
      reading.catch(() => {});
      const hash = await this.#launch();
      await reading;
      if (hash && resultingClientId) await this.#note(event, resultingClientId, hash);
      return hash;
    }
    const { current } = await this.store.state();
    const known = (await this.#shownPages()).get(clientId);
    if (request.mode === 'navigate' && resultingClientId && (known ?? current)) await this.#note(event, resultingClientId, known ?? current);
    return known ?? current ?? null;
  }

  // MARK: Answers

  /** Answers a request from the release of its page; the network answers what the release does not have. */
  async answer(event) {
    const { request } = event, isPage = request.mode === 'navigate';
    let answer = null;
    try {
      const hash = await this.#releaseFor(event);
      if (isPage && hash) {
        this.#checkSoon(event);
        this.#watch(event, hash);
      }
      const content = hash && await this.#content(hash);
      const headers = new Headers(request.headers);
      if (request.destination && !headers.has('sec-fetch-dest')) headers.set('sec-fetch-dest', request.destination);
      const asked = { method: request.method, url: request.url, headers };
      if (content?.has(asked)) answer = await content.response(asked);
      if (isPage && answer?.path && answer.body) return await this.#painted(event, content.release, answer);
    } catch (error) {
      if (!(error instanceof HybridError)) throw error;
      // A damaged file: the network may have it.
      console.warn(`hybrid: ${error.message}`);
    }
    if (answer?.status === 301) return Response.redirect(new URL(answer.headers.Location, request.url).href, 301);
    if (answer) return new Response(answer.body, { status: answer.status, headers: answer.headers });
    try {
      return await fetch(request);
    } catch (error) {
      if (!isPage) throw error;
      return new Response('This page is not in the app, and the network cannot be reached.', { status: 503, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
    }
  }

  // MARK: First screens

  async #readDevice() {
    if (this.#device !== undefined || !this.#options.withFirstScreen) return;
    const bytes = await this.store.files.read('device.json');
    try { this.#device ??= JSON.parse(bytes && textOf(bytes) || 'null'); } catch { this.#device ??= null; }
  }

  /** The viewport whose first screens fit the device, as a page said what it is. */
  async #viewport(manifest) {
    await this.#readDevice();
    const nearest = this.#device && manifest.viewportsByDistance(this.#device)[0];
    return nearest?.width === this.#device?.width ? nearest : null;
  }

  /** A page with its first screen in front, where the release has it for this device. */
  async #painted(event, release, { headers, body, path, status }) {
    const plain = new Response(body, { status, headers });
    const { withFirstScreen, pictures, paintsFirstScreens = true } = this.#options;
    if (!withFirstScreen || !paintsFirstScreens || event.request.destination !== 'document' || !headers['Content-Type'].startsWith('text/html')) return plain;
    const { manifest } = release, viewport = await this.#viewport(manifest), html = viewport && textOf(body);
    if (!html) return plain;
    const name = `screens.${viewport.name}`, entry = `screens/${viewport.name}/${path}.json`;
    if (manifest.package(name) && !release.packages.includes(name) && !this.#screened.has(release.hash)) event.waitUntil(this.#fetchScreens(release.hash, name));
    const schemes = new Set(manifest.viewports.map(one => one.colorScheme));
    if (!release.entry(entry) || new URL(event.request.url).searchParams.has('hybrid-plain')) return plain;
    const { ETag, 'Content-Length': length, ...rest } = headers;
    const { files } = this.store, file = await pictures?.pictureName(this.store.releaseName(release.hash), entry), picture = file && await pictures.readPicture(files, file);
    const screen = picture?.image ? picture : (await release.text(entry)).trim();
    const text = withFirstScreen(html, screen, schemes.size > 1 ? viewport.colorScheme : undefined, picture && screen !== picture ? undefined : file);
    return new Response(text, { status, headers: rest });
  }

  /** Fetches the package with the first screens of the shown release. */
  async #fetchScreens(hash, name) {
    this.#screened.add(hash);
    try {
      if ((await this.store.state()).current === hash) await this.client.installOnDemand(name);
      this.#contents.delete(hash);
    } catch (error) {
      if (!(error instanceof HybridError)) throw error;
    }
  }

  /** Calls a release healthy when its page is still open after a while. */
  #watch(event, hash) {
    const { healthyAfter } = this.#options;
    if (healthyAfter === undefined || !event.resultingClientId || event.request.headers.get('sec-purpose')) return;
    const wait = async () => {
      await new Promise(resolve => { setTimeout(resolve, healthyAfter * 1000); });
      if (await this.#scope.clients.get(event.resultingClientId)) await this.store.markHealthy(hash);
    };
    event.waitUntil(wait());
  }

  #checkSoon(event) {
    if (seconds() - this.#checked < (this.#options.checkInterval ?? 900)) return;
    this.#checked = seconds();
    event.waitUntil(this.updateQuietly());
  }

  /** Answers what `connect` of `hybrid-client/page` asks. */
  async receive({ data, source, ports }) {
    if (typeof data?.type !== 'string' || !data.type.startsWith('hybrid:')) return;
    let answer;
    try {
      const release = (await this.#shownPages()).get(source?.id);
      switch (data.type) {
        case 'hybrid:healthy':
          answer = { isHealthy: release ? await this.store.markHealthy(release) : false };
          break;
        case 'hybrid:device': {
          const { width, height, scale, colorScheme } = data.device ?? {};
          answer = {};
          if (![width, height, scale].every(number => number > 0 && number < 100_000)) break;
          this.#device = { width, height, scale, colorScheme: colorScheme === 'dark' ? 'dark' : 'light' };
          await this.store.files.lock('lock', true, () => this.store.files.write('device.json', utf8(JSON.stringify(this.#device))));
          break;
        }
        case 'hybrid:picture':
          answer = {};
          if (release) await this.#unlessFull(() => this.#options.pictures?.keepPicture(this.store.files, this.store.releaseName(release), data));
          break;
        case 'hybrid:update':
          answer = await this.update();
          break;
        case 'hybrid:state': {
          const { current, pending, isOnTrial } = await this.store.state(), version = async hash => (await this.store.manifestIfSound(hash))?.version ?? null;
          answer = { shown: await version(release), current: await version(current), pending: await version(pending), isOnTrial };
          break;
        }
        default: return;
      }
    } catch (error) {
      answer = { error: error.code ?? 'failed', message: error.message };
    }
    ports[0]?.postMessage(answer);
  }
}
