import { HybridError } from './errors.js';
import { storeError, webLock } from './files.js';

/** @typedef {import('./files.js').Files} Files */

const missing = error => error?.name === 'NotFoundError' || error?.name === 'TypeMismatchError';

/** Whether a browser has what {@link OPFSFiles} needs: writable files and renaming. */
export const hasOPFS = () => typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype
  && 'move' in FileSystemFileHandle.prototype && !!globalThis.navigator?.storage?.getDirectory;

/**
 * Files in the Origin Private File System. A file is written beside its place and takes its name when it is whole.
 *
 * @implements {Files}
 */
export class OPFSFiles {
  #name; #root; #count = 0;

  /** @param {string} [name] of the folder */
  constructor(name = 'hybrid') { this.#name = name; }

  async #folder(parts, create) {
    this.#root ??= navigator.storage.getDirectory().then(root => root.getDirectoryHandle(this.#name, { create: true }));
    let folder = await this.#root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create });
    return folder;
  }

  async #handle(name, create = false) {
    const parts = name.split('/'), last = parts.pop();
    return (await this.#folder(parts, create)).getFileHandle(last, { create });
  }

  async #storing(name, body, absent) {
    try {
      return await body();
    } catch (error) {
      if (missing(error)) {
        // The site's data may have been cleared.
        this.#root = undefined;
        if (absent !== undefined) return absent;
      }
      throw storeError(error, name);
    }
  }

  read(name, start = 0, end = Infinity) {
    return this.#storing(name, async () => {
      const file = await (await this.#handle(name)).getFile();
      const part = start === 0 && end >= file.size ? file : file.slice(start, Math.min(end, file.size));
      return new Uint8Array(await part.arrayBuffer());
    }, null);
  }

  size(name) { return this.#storing(name, async () => (await (await this.#handle(name)).getFile()).size, null); }

  write(name, bytes) {
    return this.#storing(name, async () => {
      // `createWritable` itself puts the new bytes in place when it is closed, but an empty file is there from the start.
      const temporary = `downloads/.tmp-${Date.now()}-${this.#count++}-${Math.random()}`;
      const handle = await this.#handle(temporary, true), writable = await handle.createWritable();
      try {
        await writable.write(bytes);
        await writable.close();
        await this.#move(handle, name);
      } catch (error) {
        await writable.abort().catch(() => {});
        await this.remove(temporary).catch(() => {});
        throw error;
      }
    });
  }

  append(name, bytes) {
    return this.#storing(name, async () => {
      const handle = await this.#handle(name, true), writable = await handle.createWritable({ keepExistingData: true });
      try {
        await writable.write({ type: 'write', position: (await handle.getFile()).size, data: bytes });
        await writable.close();
      } catch (error) {
        await writable.abort().catch(() => {});
        throw error;
      }
    });
  }

  async #move(handle, name) {
    const parts = name.split('/'), last = parts.pop();
    await handle.move(await this.#folder(parts, true), last);
  }

  rename(from, to) {
    return this.#storing(to, async () => {
      const handle = await this.#handle(from).catch(() => { throw new HybridError('store', { file: from, found: 'missing' }); });
      await this.#move(handle, to);
    });
  }

  remove(name) {
    return this.#storing(name, async () => {
      const parts = name.split('/'), last = parts.pop(), folder = await this.#folder(parts, false);
      await folder.removeEntry(last, { recursive: true });
    }, null);
  }

  list(folder) {
    return this.#storing(folder, async () => {
      const names = [];
      for await (const name of (await this.#folder(folder.split('/'), false)).keys()) names.push(name);
      return names;
    }, []);
  }

  lock(name, waits, body) { return webLock(`opfs:${this.#name}`, name, waits, body); }
}
