import { text as textOf } from './bytes.js';
import { refuse } from './errors.js';
import { parseJSON } from './json.js';

/** @typedef {import('./manifest.js').IndexEntry} IndexEntry */

/** A release whose entries can be read; each is checked against its hash. */
export class Release {
  #packages; #read;

  /**
   * Stores make releases.
   *
   * @param {string} hash
   * @param {import('./manifest.js').Manifest} manifest
   * @param {Map<string, Map<string, IndexEntry>>} packages
   * @param {(entry: IndexEntry, start?: number, end?: number) => Promise<Uint8Array>} read
   */
  constructor(hash, manifest, packages, read) {
    /** The hash of the manifest. */
    this.hash = hash;
    this.manifest = manifest;
    this.#packages = packages;
    this.#read = read;
  }

  /** The names of the packages that are installed. */
  get packages() { return [...this.#packages.keys()]; }

  /**
   * An entry such as `web/index.html`, looked for in the base package, then in the others.
   *
   * @param {string} path
   * @returns {IndexEntry | null}
   */
  entry(path) {
    const base = this.#packages.get('base')?.get(path);
    if (base) return base;
    for (const { name } of this.manifest.packages) {
      const found = this.#packages.get(name)?.get(path);
      if (found) return found;
    }
    return null;
  }

  /**
   * Every path.
   *
   * @returns {string[]}
   */
  paths() { return [...new Set([...this.#packages.values()].flatMap(entries => [...entries.keys()]))]; }

  /**
   * The bytes of an entry, or a part of them.
   *
   * @param {string} path
   * @param {number} [start]
   * @param {number} [end]
   * @returns {Promise<Uint8Array>}
   */
  contents(path, start, end) {
    const entry = this.entry(path);
    if (!entry) refuse('noSuchEntry', undefined, undefined, { entry: path });
    return this.#read(entry, start, end);
  }

  /**
   * The text of an entry.
   *
   * @param {string} path
   */
  async text(path) { return textOf(await this.contents(path))?.replace(/^\ufeff/, '') ?? refuse('member', 'UTF-8', undefined, { entry: path }); }

  /**
   * The value of a JSON entry; `null` where the release has none.
   *
   * @param {string | undefined} path
   */
  async json(path) { return path && this.entry(path) ? parseJSON(await this.contents(path)) : null; }
}
