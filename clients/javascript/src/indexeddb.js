import { concatenate } from './bytes.js';
import { HybridError } from './errors.js';
import { storeError, webLock } from './files.js';

/** @typedef {import('./files.js').Files} Files */

const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Files in IndexedDB, which every browser has in pages and workers. A file is an entry with a number, and pieces under that
 * number, so that downloads grow and files are renamed without being copied; each change is one transaction.
 *
 * @implements {Files}
 */
export class IndexedDBFiles {
  #name; #database;

  /** @param {string} [name] of the database */
  constructor(name = 'hybrid') { this.#name = name; }

  async #open() {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('files');
        request.result.createObjectStore('pieces');
      };
      request.onsuccess = () => {
        // Another version of this code, or the user who clears the site's data, is not held up.
        request.result.onversionchange = request.result.onclose = () => {
          request.result.close();
          this.#database = undefined;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
    return this.#database.catch(error => {
      this.#database = undefined;
      throw error;
    });
  }

  /** Runs `body` in a transaction; it must await nothing but requests. */
  async #run(name, mode, body) {
    try {
      for (let attempt = 0; ; attempt++) {
        const database = await this.#open();
        let transaction;
        try {
          transaction = database.transaction(['files', 'pieces'], mode, { durability: 'strict' });
        } catch (error) {
          // The connection was closed in between.
          this.#database = undefined;
          if (attempt) throw error;
          continue;
        }
        const ended = new Promise((resolve, reject) => {
          transaction.oncomplete = resolve;
          transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
        });
        ended.catch(() => {});
        try {
          const result = await body(transaction.objectStore('files'), transaction.objectStore('pieces'));
          await ended;
          return result;
        } catch (error) {
          try { transaction.abort(); } catch { /* it has ended */ }
          throw error;
        }
      }
    } catch (error) {
      throw storeError(error, name);
    }
  }

  read(name, start = 0, end = Infinity) {
    return this.#run(name, 'readonly', async (files, pieces) => {
      const file = await done(files.get(name));
      if (!file) return null;
      const parts = [], stop = Math.min(end, file.size);
      // The piece with the first byte begins at or before it.
      const keys = await done(pieces.getAllKeys(IDBKeyRange.bound([file.id, 0], [file.id, Math.max(0, stop - 1)])));
      for (let index = 0; index < keys.length; index++) {
        const at = keys[index][1];
        if ((keys[index + 1]?.[1] ?? file.size) <= start || at >= stop) continue;
        const piece = await done(pieces.get(keys[index]));
        parts.push(piece.subarray(Math.max(0, start - at), Math.max(0, stop - at)));
      }
      return parts.length ? concatenate(parts) : new Uint8Array(0);
    });
  }

  size(name) { return this.#run(name, 'readonly', async files => (await done(files.get(name)))?.size ?? null); }

  async #drop(files, pieces, name) {
    const file = await done(files.get(name));
    if (!file) return;
    await done(files.delete(name));
    await done(pieces.delete(IDBKeyRange.bound([file.id, 0], [file.id, Infinity])));
  }

  write(name, bytes) {
    return this.#run(name, 'readwrite', async (files, pieces) => {
      await this.#drop(files, pieces, name);
      await this.#add(files, pieces, name, { id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, size: 0 }, bytes);
    });
  }

  append(name, bytes) {
    return this.#run(name, 'readwrite', async (files, pieces) => {
      const file = await done(files.get(name)) ?? { id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, size: 0 };
      await this.#add(files, pieces, name, file, bytes);
    });
  }

  async #add(files, pieces, name, file, bytes) {
    // A view of a larger buffer would be stored with all of it.
    if (bytes.length) await done(pieces.put(bytes.slice(), [file.id, file.size]));
    await done(files.put({ id: file.id, size: file.size + bytes.length }, name));
  }

  rename(from, to) {
    return this.#run(to, 'readwrite', async (files, pieces) => {
      const file = await done(files.get(from));
      if (!file) throw new HybridError('store', { file: from, found: 'missing' });
      await this.#drop(files, pieces, to);
      await done(files.delete(from));
      await done(files.put(file, to));
    });
  }

  remove(name) { return this.#run(name, 'readwrite', (files, pieces) => this.#drop(files, pieces, name)); }

  list(folder) {
    return this.#run(folder, 'readonly', async files => {
      const keys = await done(files.getAllKeys(IDBKeyRange.bound(`${folder}/`, `${folder}0`, false, true)));
      return [...new Set(keys.map(key => key.slice(folder.length + 1).split('/', 1)[0]))];
    });
  }

  lock(name, waits, body) { return webLock(this.#name, name, waits, body); }
}
