// What is shown: a release's manifest and packages, and what a running watch has newer than them.
'use strict';

import { openArchive } from './archive.js';

const decode = bytes => JSON.parse(new TextDecoder().decode(bytes));

async function json(url) {
  const response = await fetch(url, { cache: 'no-store' });
  return response.ok ? response.json() : null;
}

export class Release {
  manifest = null;
  /** The server's word on problems, devices and unpublished pages. */
  state = {};
  version = 0;
  /** `{ path, title }` of each page, by path. */
  pages = new Map();
  /** What absolute references of the site begin with: a path, or a URL with one. */
  base = '/';
  /** Pages that the server has newer than the packages. */
  #live = new Set();
  #archives = new Map();

  /** Reads the newest release and what the server has beyond it. */
  async load() {
    const answer = await json('/state.json');
    // The manifest after the state, so that what the state no longer has is in it; both replaced at once.
    const manifest = await json('/dist/manifest.json');
    this.version = answer?.version ?? 0;
    this.state = answer?.state ?? {};
    if (manifest?.id !== this.manifest?.id) {
      this.manifest = manifest;
      const urls = new Set((manifest?.packages ?? []).map(one => one.url));
      for (const url of this.#archives.keys()) if (!urls.has(url)) this.#archives.delete(url);
      const listing = manifest?.pages ? await this.read(manifest.pages) : null;
      const { pages, base } = listing ? decode(listing) : { pages: [] };
      this.pages = new Map(pages.map(page => [page.path, page]));
      this.base = base ?? '/';
    }
    this.#live = new Set();
    this.add(this.state.live ?? []);
  }

  /** Notes pages that the server has newer than the packages. */
  add(paths) {
    for (const path of paths) {
      this.#live.add(path);
      if (!this.pages.has(path)) this.pages.set(path, { path, title: '' });
    }
  }

  /** A reference as the preview serves what it names, where it counts from the site's base; else as it is. */
  address(reference) {
    const [, origin, path] = /^([a-z]+:\/\/[^/]*)?(\/.*)$/i.exec(this.base) ?? [null, '', '/'];
    let url = reference.trim();
    if (origin && url.toLowerCase().startsWith(`${origin.toLowerCase()}/`)) url = url.slice(origin.length);
    if (!/^\/(?![/\\])/.test(url) || !`${url}/`.startsWith(path)) return reference;
    return `/web/${url.slice(path.length)}`;
  }

  /** Every viewport with its colour schemes. */
  get devices() { return this.state.viewports ?? this.manifest?.viewports ?? []; }

  async archive(name) {
    const found = this.manifest?.packages.find(one => one.name === name);
    if (!found) return null;
    if (!this.#archives.has(found.url)) {
      const opened = openArchive('/dist/' + found.url, found.size);
      this.#archives.set(found.url, opened);
      opened.catch(() => this.#archives.delete(found.url));
    }
    return this.#archives.get(found.url);
  }

  /** An entry of a package; `null` where it is not there. */
  async read(path, name = 'base') { return await (await this.archive(name))?.read(path) ?? null; }

  /** A page's file and its layout's, from the server where they are newer than the packages; `null` for what is not there. */
  files(path, device) {
    const entry = async (name, file) => {
      if (this.#live.has(path)) {
        const response = await fetch('/live/' + file.split('/').map(encodeURIComponent).join('/'), { cache: 'no-store' });
        if (response.ok) return new Uint8Array(await response.arrayBuffer());
      }
      return this.read(file, name);
    };
    return Promise.all([entry('base', `pages/${path}.page`), entry(device, `layouts/${device}/${path}.layout`)]);
  }

  /** What the canvas draws of a page; `null` where it is not there. */
  displayList(path, device) { return json('/lists/' + `${device}/${path}.json`.split('/').map(encodeURIComponent).join('/')); }

  /** Routes: `{ pattern, page, … }`. */
  async routes() {
    const listing = this.manifest?.routes ? await this.read(this.manifest.routes) : null;
    return listing ? decode(listing).routes : [];
  }
}

/** Where a page or asset is as a web view loads it. */
export const webURL = path => '/web/' + path.split('/').map(encodeURIComponent).join('/');
