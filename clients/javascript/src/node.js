// Files and transports of Node: a folder that a crash at any moment leaves whole.
import { mkdir, open, readdir, readFile, rename, rmdir, stat, unlink, writeFile, link } from 'node:fs/promises';
import { randomName } from './bytes.js';
import { HybridError } from './errors.js';
import { busy, storeError } from './files.js';

/** @typedef {import('./files.js').Files} Files */

const missing = error => error?.code === 'ENOENT' || error?.code === 'ENOTDIR';

/**
 * Files in a folder, as the Swift client keeps them. Several processes may use one.
 *
 * @implements {Files}
 */
export class FolderFiles {
  /** @param {string} folder made where it is missing */
  constructor(folder) { this.folder = folder; }

  #path(name) { return `${this.folder}/${name}`; }

  async #storing(name, body, absent) {
    try {
      return await body(this.#path(name));
    } catch (error) {
      if (absent !== undefined && missing(error)) return absent;
      throw storeError(error, name);
    }
  }

  read(name, start = 0, end = Infinity) {
    return this.#storing(name, async path => {
      if (start === 0 && end === Infinity) return new Uint8Array(await readFile(path));
      const file = await open(path);
      try {
        const length = Math.max(0, Math.min(end, (await file.stat()).size) - start), bytes = new Uint8Array(length);
        let done = 0;
        while (done < length) {
          const { bytesRead } = await file.read(bytes, done, length - done, start + done);
          if (!bytesRead) break;
          done += bytesRead;
        }
        return bytes.subarray(0, done);
      } finally {
        await file.close();
      }
    }, null);
  }

  size(name) {
    return this.#storing(name, async path => {
      const found = await stat(path);
      return found.isFile() ? found.size : null;
    }, null);
  }

  async #make(name) { await mkdir(this.#path(name).replace(/\/[^/]*$/, ''), { recursive: true }); }

  write(name, bytes) {
    return this.#storing(name, async path => {
      const temporary = `downloads/.tmp-${randomName()}`;
      await this.#make(temporary);
      await this.#make(name);
      try {
        const file = await open(this.#path(temporary), 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(this.#path(temporary), path);
      } catch (error) {
        await unlink(this.#path(temporary)).catch(() => {});
        throw error;
      }
      await this.#syncFolder(path);
    });
  }

  /** A name must outlive a power failure too. */
  async #syncFolder(path) {
    try {
      const folder = await open(path.replace(/\/[^/]*$/, ''));
      await folder.sync().finally(() => folder.close());
    } catch {
      // Systems that open no folders need no such call.
    }
  }

  append(name, bytes) {
    return this.#storing(name, async path => {
      await this.#make(name);
      await writeFile(path, bytes, { flag: 'a', mode: 0o600 });
    });
  }

  rename(from, to) {
    return this.#storing(to, async path => {
      await this.#make(to);
      const file = await open(this.#path(from), 'r+');
      await file.sync().finally(() => file.close());
      await rename(this.#path(from), path);
      await this.#syncFolder(path);
    });
  }

  remove(name) {
    return this.#storing(name, async path => {
      try {
        await unlink(path);
      } catch (error) {
        if (!missing(error) && error.code !== 'EISDIR' && error.code !== 'EPERM') throw error;
      }
      // A folder of a release or of objects goes with its last file.
      if (name.split('/').length > 2) await rmdir(path.replace(/\/[^/]*$/, '')).catch(() => {});
    });
  }

  list(folder) { return this.#storing(folder, path => readdir(path), []); }

  /**
   * A lock among processes: a file with the holder's process, made in one step. One whose process has ended is taken over.
   */
  async lock(name, waits, body) {
    const file = `${name}.pid`, mine = `${process.pid} ${await startOf(process.pid)}`;
    for (let wait = 1; !await this.#acquire(file, mine); wait = Math.min(wait * 2, 50)) {
      // A lock whose process has ended is free.
      if (await this.#removeStale(file)) continue;
      if (!waits) busy(name);
      await new Promise(resolve => { setTimeout(resolve, wait); });
    }
    try {
      return await body();
    } finally {
      await unlink(this.#path(file)).catch(() => {});
    }
  }

  #acquire(file, mine) {
    return this.#storing(file, async path => {
      const own = `${path}.${randomName()}`;
      await this.#make(file);
      await writeFile(own, mine);
      try {
        await link(own, path);
        return true;
      } catch (error) {
        // One that takes a stale lock away takes what others have prepared away too.
        if (error.code !== 'EEXIST' && !missing(error)) throw error;
        return false;
      } finally {
        await unlink(own).catch(() => {});
      }
    });
  }

  /**
   * Takes the lock of a process that has ended away; one process at a time looks, so that no new lock goes.
   *
   * @returns {Promise<boolean>} whether the lock may be free now
   */
  async #removeStale(file) {
    const path = this.#path(file), holder = await readFile(path, 'utf8').catch(() => '');
    if (!holder) return true;
    if (await isRunning(holder)) return false;
    const guard = `${path}.guard`;
    try {
      await mkdir(guard);
    } catch {
      // Another process looks, or was killed while it did.
      const found = await stat(guard).catch(() => null);
      if (found && Date.now() - found.mtimeMs > 5000) await rmdir(guard).catch(() => {});
      await new Promise(resolve => { setTimeout(resolve, 10); });
      return true;
    }
    try {
      if (await readFile(path, 'utf8').catch(() => '') === holder) await unlink(path).catch(() => {});
      // What killed processes have left of their tries.
      const folder = path.slice(0, path.lastIndexOf('/')), name = path.slice(folder.length + 1);
      for (const other of await readdir(folder)) {
        if (other.startsWith(`${name}.`) && other !== `${name}.guard`) await unlink(`${folder}/${other}`).catch(() => {});
      }
    } finally {
      await rmdir(guard).catch(() => {});
    }
    return true;
  }
}

/** When a process began, where the system says it: numbers of processes are used again. */
async function startOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

async function isRunning(holder) {
  const [pid, start] = holder.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  const found = await startOf(pid);
  return !start || !found || found === start;
}

/**
 * Fetches a release's files from a published folder.
 *
 * @param {string} folder
 * @returns {import('./transport.js').Transport}
 */
export function folderTransport(folder) {
  return {
    async fetch(path, { start = 0, end, onResponse, onBytes }) {
      let file;
      try {
        file = await open(`${folder}/${path}`);
      } catch (error) {
        throw new HybridError('transport.refused', { file: path, found: error.code });
      }
      try {
        const size = (await file.stat()).size, stop = Math.min(end ?? size, size);
        await onResponse({ offset: start, length: Math.max(0, stop - start) });
        for (let at = start; at < stop;) {
          const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(1 << 18, stop - at)), 0, undefined, at);
          if (!bytesRead) break;
          await onBytes(buffer.subarray(0, bytesRead));
          at += bytesRead;
        }
      } catch (error) {
        throw error instanceof HybridError ? error : new HybridError('transport.refused', { file: path, found: error.code });
      } finally {
        await file.close();
      }
    },
  };
}
