// Where a store keeps its files. Names are relative paths with `/`.
import { concatenate } from './bytes.js';
import { HybridError } from './errors.js';

/**
 * @typedef {object} Files
 * @property {(name: string, start?: number, end?: number) => Promise<Uint8Array | null>} read a file's bytes, or a part of them
 * @property {(name: string) => Promise<number | null>} size in bytes; `null` where there is no such file
 * @property {(name: string, bytes: Uint8Array) => Promise<void>} write in one step: after a crash the old or the new bytes are there
 * @property {(name: string, bytes: Uint8Array) => Promise<void>} append behind what is there
 * @property {(from: string, to: string) => Promise<void>} rename in one step, over what is there
 * @property {(name: string) => Promise<void>} remove
 * @property {(folder: string) => Promise<string[]>} list the names directly inside of a folder
 * @property {<T>(name: string, waits: boolean, body: () => Promise<T>) => Promise<T>} lock runs `body` while nobody else has the lock; throws `busy` where it may not wait
 */

/** @param {string} name @returns {never} */
export const busy = name => { throw new HybridError('busy', { file: name, expected: 'one update at a time' }); };

/** @param {unknown} error @param {string} file */
export function storeError(error, file) {
  return error instanceof HybridError ? error
    : new HybridError('store', { file, found: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
}

const localLocks = new Map();
/** A lock among the tasks of one thread. */
async function localLock(name, waits, body) {
  const before = localLocks.get(name);
  if (before && !waits) busy(name);
  const turn = (before ?? Promise.resolve()).then(body), done = turn.catch(() => {});
  localLocks.set(name, done);
  try {
    return await turn;
  } finally {
    if (localLocks.get(name) === done) localLocks.delete(name);
  }
}

/** A lock among all pages and workers of an origin (Web Locks), or of this thread where there are none. */
export function webLock(scope, name, waits, body) {
  const full = `hybrid:${scope}:${name}`;
  if (!globalThis.navigator?.locks) return localLock(full, waits, body);
  return navigator.locks.request(full, { ifAvailable: !waits }, lock => (lock ? body() : busy(name)));
}

let memoryCount = 0;

/**
 * Files in memory: for tests, and for pages without storage.
 *
 * @implements {Files}
 */
export class MemoryFiles {
  #files = new Map();
  #scope = `memory-${memoryCount++}`;

  async read(name, start = 0, end = Infinity) { return this.#files.get(name)?.slice(start, end) ?? null; }
  async size(name) { return this.#files.get(name)?.length ?? null; }
  async write(name, bytes) { this.#files.set(name, bytes.slice()); }
  async append(name, bytes) { this.#files.set(name, concatenate([this.#files.get(name) ?? new Uint8Array(0), bytes]).slice()); }
  async rename(from, to) {
    const bytes = this.#files.get(from);
    if (!bytes) throw new HybridError('store', { file: from, found: 'missing' });
    this.#files.delete(from);
    this.#files.set(to, bytes);
  }
  async remove(name) { this.#files.delete(name); }
  async list(folder) {
    const names = new Set();
    for (const name of this.#files.keys()) if (name.startsWith(folder + '/')) names.add(name.slice(folder.length + 1).split('/', 1)[0]);
    return [...names];
  }
  lock(name, waits, body) { return localLock(this.#scope + name, waits, body); }
}
