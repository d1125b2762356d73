// What a web view or a service worker answers from a release (docs/guides/web-views.md).
import { text as textOf, utf8 } from './bytes.js';
import { contentType } from './media.js';
import { Router } from './router.js';

/** @typedef {{method?: string, url: string, headers?: Headers | Record<string, string>}} ContentRequest */
/** @typedef {{status: number, headers: Record<string, string>, body: Uint8Array | null, path?: string}} ContentResponse `path`: of the file in the site */

/** Answers requests for a release's files and pages. */
export class WebContent {
  #router; #candidates = new Map();

  /** @private */
  constructor(release, router, candidates, options) {
    /** @type {import('./release.js').Release} */
    this.release = release;
    /**
     * The path prefix that the pages' own absolute references carry.
     *
     * @type {string}
     */
    this.base = (options.base ?? '/').replace(/\/?$/, '/');
    /** @type {string | undefined} */
    this.origin = options.origin;
    this.#router = router;
    this.hasRedirections = options.redirections ?? true;
    for (const image of candidates) for (const path of image) this.#candidates.set(path, image.filter(other => other !== path));
  }

  /**
   * @param {import('./release.js').Release} release
   * @param {{base?: string, origin?: string, redirections?: boolean}} [options] `redirections`: whether whoever asks follows
   *   answers with 301; without, a small page leads on
   */
  static async of(release, options = {}) {
    const [listing, router] = await Promise.all([release.json('candidates.json'), Router.of(release)]), images = Array.isArray(listing?.images) ? listing.images : [];
    const lists = images.filter(Array.isArray).map(image => image.filter(path => typeof path === 'string'));
    return new WebContent(release, router, lists, options);
  }

  /**
   * Whether the release has something at a URL.
   *
   * @param {ContentRequest} request
   */
  has(request) {
    const path = this.#path(request.url);
    return path !== null && (this.#file(path) ?? this.#routedPage(request) ?? this.#movedPath(request, path)) !== null;
  }

  /**
   * The answer to a request.
   *
   * @param {ContentRequest} request
   * @returns {Promise<ContentResponse>}
   */
  async response(request) {
    const method = (request.method ?? 'GET').toUpperCase();
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'only GET and HEAD are answered', { Allow: 'GET, HEAD' });
    // Other service workers would sit between the app and its releases, and outlive them.
    if (header(request, 'service-worker') !== null) return plain(403, 'service workers are off');
    const path = this.#path(request.url);
    if (path === null) return plain(404, 'no such file');
    const page = this.#routedPage(request), shown = page !== null && this.#canonical(path, page) === path ? page : null;
    const found = this.#file(path) ?? shown;
    if (found !== null) return this.#answer(request, found, method === 'HEAD');
    const moved = this.#movedPath(request, path);
    return moved === null ? plain(404, 'no such file') : this.#moved(moved, request.url);
  }

  #has(path) { return this.#entry(path) !== null; }

  /** The entry of a file; what pages search with is not in the site. */
  #entry(path) { return this.release.entry('web/' + path) ?? (/^hybrid-search\.(?:json|index)$/.test(path) ? this.release.entry(path.slice(7)) : null); }

  // MARK: Routes

  /** The path at which a page's URLs are what they were written for: the index of a folder with a closing slash. */
  #canonical(path, page) {
    const open = path.endsWith('/') ? path.slice(0, -1) : path;
    return open && page === open + '/index.html' ? open + '/' : open;
  }

  #routedPage(request) {
    if (!asksForPage(request)) return null;
    const page = this.#router.match(this.#routed(request.url))?.page ?? null;
    return page !== null && this.#has(page) ? page : null;
  }

  #movedPath(request, path) {
    const page = this.#routedPage(request);
    if (page !== null) return this.#canonical(path, page);
    return path && !path.endsWith('/') && this.#has(path + '/index.html') ? path + '/' : null;
  }

  /** The path and query of a request as routes compare them. */
  #routed(url) {
    let rest = withoutOrigin(url);
    if (this.base !== '/' && rest.startsWith(this.base)) rest = rest.slice(this.base.length - 1);
    // `//host` would name a host.
    return '/' + rest.replace(/^\/+/, '');
  }

  #moved(path, url) {
    const query = /^[^?#]*(\?[^#]*)?/.exec(url)[1] ?? '', location = this.base + encoded(path) + query.replace(/[\r\n]/g, '');
    if (this.hasRedirections) return plain(301, '', { Location: location });
    // What could end the string or the script is escaped as URLs do.
    const quoted = location.replace(/[^\x21-\x7e]|["'<>\\`]/g, character => encodeURIComponent(character).replace(/'/g, '%27'));
    const body = utf8('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><title>…</title><script>'
      + `location.replace("${quoted}" + location.hash)</script></head><body></body></html>`);
    return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': String(body.length), 'Cache-Control': 'no-cache' }, body };
  }

  // MARK: Files

  /** The file of a path, or the index of a folder. */
  #file(path) {
    if (!path || path.endsWith('/')) return this.#has(path + 'index.html') ? path + 'index.html' : null;
    if (this.#has(path)) return path;
    // Another size of the same image is better than none.
    return this.#candidates.get(path)?.find(other => this.#has(other)) ?? null;
  }

  /** The path of a URL below the base, decoded; `null` where it leaves the release. */
  #path(url) {
    let path = withoutOrigin(url).replace(/[?#].*$/s, '') || '/';
    if (path[0] !== '/') return null;
    if (this.base !== '/' && path.startsWith(this.base)) path = '/' + path.slice(this.base.length);
    const result = percentDecoded(path);
    if (result === null || /[\x00-\x1f\\]/.test(result)) return null;
    const segments = result.split('/').slice(1);
    return segments.includes('..') || segments.includes('.') ? null : segments.join('/');
  }

  async #answer(request, path, withoutBody) {
    const entry = this.#entry(path), name = entry.path, { size } = entry, tag = `"${entry.hash.slice(7)}"`;
    const headers = {
      'Content-Type': contentType(path), 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache', 'Accept-Ranges': 'bytes', ETag: tag,
    };
    if (this.origin) headers['Access-Control-Allow-Origin'] = this.origin;
    const known = header(request, 'if-none-match');
    if (known !== null && known.split(',').some(one => one.trim().replace(/^W\//, '') === tag || one.trim() === '*')) {
      return { status: 304, headers, body: null };
    }
    const wanted = header(request, 'range'), unless = header(request, 'if-range');
    const range = wanted !== null && (unless === null || unless === tag) ? byteRange(wanted, size) : null;
    if (!range) return { status: 200, headers: { ...headers, 'Content-Length': String(size) }, body: withoutBody ? null : await this.release.contents(name), path };
    const [start, end] = range;
    if (start >= end) return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' }, body: null };
    return {
      status: 206, headers: { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${size}`, 'Content-Length': String(end - start) },
      body: withoutBody ? null : await this.release.contents(name, start, end),
    };
  }
}

/** @param {ContentRequest} request @param {string} name @returns {string | null} */
const header = ({ headers }, name) => {
  if (!headers) return null;
  if (typeof headers.get === 'function') return headers.get(name);
  const found = Object.keys(headers).find(key => key.toLowerCase() === name);
  return found === undefined ? null : headers[found];
};

/** Whether a request may be for a page rather than for an image, a script or a style sheet. */
function asksForPage(request) {
  const destination = header(request, 'sec-fetch-dest');
  if (destination !== null) return ['document', 'iframe', 'frame', 'empty', 'object', 'embed'].includes(destination);
  const accepted = header(request, 'accept');
  return !accepted || accepted.includes('text/html') || !['image/', 'text/css', 'font/', 'audio/', 'video/'].some(type => accepted.includes(type));
}

function withoutOrigin(url) {
  const scheme = url.indexOf('://');
  return scheme < 0 ? url : /[/?#].*$/s.exec(url.slice(scheme + 3))?.[0] ?? '/';
}

function percentDecoded(text) {
  if (!/^(?:[^%]|%[0-9a-f]{2})*$/i.test(text)) return null;
  const bytes = [];
  for (const part of text.split(/(%[0-9a-f]{2})/i)) {
    if (/^%[0-9a-f]{2}$/i.test(part)) bytes.push(parseInt(part.slice(1), 16)); else bytes.push(...utf8(part));
  }
  return textOf(Uint8Array.from(bytes));
}

const encoded = path => [...utf8(path)].map(byte => {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9\-._~/]/.test(character) ? character : '%' + byte.toString(16).toUpperCase().padStart(2, '0');
}).join('');

function plain(status, text, headers = {}) {
  const body = utf8(text);
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(body.length), ...headers }, body };
}

/** The bytes that `Range` asks for; `null` for what is not one range of bytes, an empty range where none of it is there. */
export function byteRange(text, size) {
  const found = /^bytes=(\d*)-(\d*)$/.exec(text);
  if (!found || !found[1] && !found[2]) return null;
  if (!found[1]) return [Math.max(0, size - Number(found[2])), size];
  const first = Number(found[1]);
  if (first >= size) return [0, 0];
  if (!found[2]) return [first, size];
  const last = Number(found[2]);
  return last < first ? null : [first, Math.min(size, last + 1)];
}
