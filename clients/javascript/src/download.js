// Fetching a release's files: with resuming, retries and a check of each file's size and hash.
import { concatenate, hashText, nameOf } from './bytes.js';
import { HybridError, refuse } from './errors.js';
import { checkFile } from './manifest.js';
import { Sha256 } from './sha2.js';

/** @typedef {import('./trust.js').FileReference} FileReference */

export class Downloader {
  /** @param {{transport: import('./transport.js').Transport, files: import('./files.js').Files, attempts?: number, pause?: number, signal?: AbortSignal}} options */
  constructor({ transport, files, attempts = 4, pause = 0.5, signal }) {
    this.transport = transport;
    this.files = files;
    this.attempts = Math.max(1, attempts);
    this.pause = pause;
    this.signal = signal;
  }

  /**
   * A small file of unknown size, such as `latest.json`; `null` when the server has none.
   *
   * @param {string} path
   * @param {number} limit
   */
  async small(path, limit) {
    try {
      return await this.#retrying(() => this.#body(path, true, limit));
    } catch (error) {
      if (error.code === 'transport.refused') return null;
      throw error;
    }
  }

  /**
   * A file whose size and hash are known, in memory.
   *
   * @param {FileReference} file
   */
  async inMemory(file) {
    const bytes = await this.#retrying(async () => {
      const bytes = await this.#body(file.url, false, file.size);
      if (bytes.length !== file.size) refuse('transport.connection', undefined, 'the answer ended too early', { file: file.url });
      return bytes;
    });
    await checkFile(file, bytes);
    return bytes;
  }

  async #body(path, isFresh, limit) {
    const parts = [];
    let length = 0;
    await this.transport.fetch(path, {
      isFresh, signal: this.signal,
      onResponse: response => {
        if (response.length > limit) refuse('transport.tooLong', `at most ${limit} bytes`, response.length, { file: path });
      },
      onBytes: bytes => {
        length += bytes.length;
        if (length > limit) refuse('transport.tooLong', `at most ${limit} bytes`, undefined, { file: path });
        parts.push(bytes);
      },
    });
    return parts.length ? concatenate(parts) : new Uint8Array(0);
  }

  /**
   * A file whose size and hash are known, kept in the store until it is discarded; what was fetched of it before is not
   * fetched again. The caller holds the installation lock.
   *
   * @param {FileReference} file @param {(bytes: number) => void} onBytes
   */
  async fetch(file, onBytes) {
    const name = this.name(file);
    // A damaged part from before is given up once; damage in a whole new download is the server's.
    for (let isLast = false; ; isLast = true) {
      await this.#fetchAll(file, 0, file.size, name, onBytes);
      const hasher = new Sha256();
      for (let at = 0; at < file.size; at += 1 << 20) hasher.update(await this.files.read(name, at, Math.min(file.size, at + (1 << 20))) ?? new Uint8Array(0));
      const found = hashText(hasher.digest());
      if (found === file.hash) return name;
      await this.files.remove(name);
      if (isLast) refuse('hash', file.hash, found, { file: file.url });
    }
  }

  /**
   * A part of a file; nothing is known of its bytes.
   *
   * @param {FileReference} file @param {number} start @param {number} end @param {(bytes: number) => void} onBytes
   * @returns {Promise<string>} the name of a file only with the part
   */
  async fetchPart(file, start, end, onBytes) {
    const name = `${this.name(file)}.${start}-${end}`;
    await this.#fetchAll(file, start, end, name, onBytes);
    return name;
  }

  /** @param {FileReference} file */
  name(file) { return `downloads/${nameOf(file.hash)}`; }

  /**
   * How many bytes of a file are still to be fetched.
   *
   * @param {FileReference} file
   */
  async remaining(file) {
    const have = await this.files.size(this.name(file)) ?? 0;
    return have > file.size ? file.size : file.size - have;
  }

  #fetchAll(file, start, end, name, onBytes) { return this.#retrying(() => this.#fetchRest(file, start, end, name, onBytes)); }

  async #fetchRest(file, first, end, name, onBytes) {
    const size = end - first, isWhole = first === 0 && end === file.size;
    let have = await this.files.size(name);
    if (have > size) {
      await this.files.remove(name);
      have = null;
    }
    if (have === size) return;
    if (have === null && size === 0) return this.files.append(name, new Uint8Array(0));
    let position = have ?? 0;
    const start = first + position;
    // What comes in small pieces is kept in larger ones: each is a change of the disk. What came before a cut is kept too.
    let waiting = [], held = 0;
    const flush = async () => {
      if (!held) return;
      const bytes = concatenate(waiting);
      waiting = [];
      held = 0;
      await this.files.append(name, bytes);
    };
    try {
      await this.transport.fetch(file.url, {
        start, end: isWhole ? undefined : end, signal: this.signal,
        onResponse: async ({ offset, length }) => {
          if (offset !== start && !(isWhole && offset === 0)) {
            refuse('transport.refused', undefined, isWhole ? `an answer from byte ${offset} on` : 'the server does not send parts of files', { file: file.url });
          }
          if (length !== undefined && (offset > file.size || length !== end - offset)) {
            refuse(length > end - offset ? 'transport.tooLong' : 'transport.refused', `${end - offset} bytes`, length, { file: file.url });
          }
          if (offset === 0 && start > 0 && isWhole) {
            await this.files.remove(name);
            position = 0;
          }
        },
        onBytes: async bytes => {
          if (bytes.length > size - position) refuse('transport.tooLong', `${size} bytes`, undefined, { file: file.url });
          position += bytes.length;
          waiting.push(bytes);
          held += bytes.length;
          if (held >= 1 << 18) await flush();
          onBytes(bytes.length);
        },
      });
    } finally {
      await flush();
    }
    if (position !== size) refuse('transport.connection', undefined, 'the answer ended too early', { file: file.url });
  }

  /**
   * Removes a file that has been used, and parts of it.
   *
   * @param {FileReference} file
   */
  async discard(file) {
    const name = nameOf(file.hash);
    for (const found of await this.files.list('downloads')) {
      if (found === name || found.startsWith(name + '.')) await this.files.remove(`downloads/${found}`);
    }
  }

  async #retrying(body) {
    for (let attempt = 1; ; attempt++) {
      if (this.signal?.aborted) throw new HybridError('cancelled');
      try {
        return await body();
      } catch (error) {
        if (!(error instanceof HybridError) || !error.isTransient || attempt >= this.attempts) throw error;
      }
      // Twice as long each time, with up to a half more by chance, so that many devices do not come back at once.
      const wait = Math.min(this.pause * 2 ** (attempt - 1), 300) * (1 + Math.random() / 2) * 1000;
      await new Promise(resolve => {
        const timer = setTimeout(resolve, wait);
        this.signal?.addEventListener('abort', () => { clearTimeout(timer); resolve(undefined); }, { once: true });
      });
    }
  }
}
