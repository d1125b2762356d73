// Getting one package into the store, the cheapest way from what the device has.
import { Archive, PartialArchive, tailSize } from './archive.js';
import { HybridError, inFile, refuse } from './errors.js';
import { checkFile, checkListings, decodeIndex } from './manifest.js';
import { compareUTF8, nameOf } from './bytes.js';

/** @typedef {import('./manifest.js').Package} Package */
/** @typedef {import('./manifest.js').IndexEntry} IndexEntry */
/** @typedef {'unchanged' | 'patch' | 'partial' | 'whole'} Way */
/** @typedef {{name: string, index: Uint8Array, way: Way}} Installed a package whose entries are all in the store */

const isFatal = error => !(error instanceof HybridError) || error.code === 'cancelled';

export class PackageInstaller {
  #store; #downloader; #package; #manifest; #applyPatch; #expect; #receive;

  /**
   * @param {{store: import('./store.js').ReleaseStore, downloader: import('./download.js').Downloader, package: Package,
   *   manifest: import('./manifest.js').Manifest, applyPatch?: typeof import('./patch.js').applyPatch, expect: (bytes: number) => void, receive: (bytes: number) => void}} options
   */
  constructor(options) {
    this.#store = options.store;
    this.#downloader = options.downloader;
    this.#package = options.package;
    this.#manifest = options.manifest;
    this.#applyPatch = options.applyPatch;
    this.#expect = options.expect;
    this.#receive = options.receive;
  }

  /** @returns {Promise<Installed>} */
  async install() {
    for (const release of await this.#store.installedReleases()) {
      const index = await this.#installedIndex(release);
      if (index) return this.#finished(index, 'unchanged');
    }
    let patch = await this.#cheapestPatch();
    if (patch && await this.#isCheapest(patch)) {
      const index = await this.#installPatch(patch);
      if (index) return this.#finished(index, 'patch');
      patch = null;
    }
    return this.#installEntries(patch);
  }

  async #finished(index, way) {
    const { name, archive } = this.#package;
    if (name === 'base') {
      const entries = decodeIndex(index);
      this.#checkIndex(entries);
      await inFile(archive.url, () => checkListings(this.#manifest, entries, entry => this.#store.object(entry.hash)));
    }
    await this.#downloader.discard(this.#package.archive);
    await this.#downloader.discard(this.#package.index);
    return { name, index, way };
  }

  /** The package's index as it was published, when a release on the device has the same package, whole. */
  async #installedIndex(release) {
    const old = (await this.#store.manifestIfSound(release))?.package(this.#package.name);
    if (old?.index.hash !== this.#package.index.hash) return null;
    const bytes = await this.#store.indexFile(release, old);
    return bytes && !(await this.#store.missing(decodeIndex(bytes))).length ? bytes : null;
  }

  // MARK: By a patch

  /** The patch with the fewest bytes to fetch; `null` when none leads from what is installed. */
  async #cheapestPatch() {
    const patches = this.#manifest.patches.filter(patch => patch.package === this.#package.name), installed = [];
    if (!patches.length || !this.#applyPatch) return null;
    for (const hash of await this.#store.installedReleases()) {
      const manifest = await this.#store.manifestIfSound(hash);
      if (manifest) installed.push({ hash, manifest });
    }
    let best = null;
    for (const { from, file } of patches) {
      const cost = await this.#downloader.remaining(file), release = installed.find(one => one.manifest.id === from);
      const old = release?.manifest.package(this.#package.name);
      if (!old || best && cost >= best.cost) continue;
      const oldIndex = await this.#store.index(release.hash, old);
      if (oldIndex) best = { file, oldIndex, source: old.index.hash, cost };
    }
    return best;
  }

  /**
   * Whether no other way can need fewer bytes, as far as is known without the index, which costs bytes itself: the others can
   * save no more than what the device has beyond the old package.
   */
  async #isCheapest(patch) {
    const index = await this.#downloader.remaining(this.#package.index), directory = 22 + 46 * this.#package.entryCount;
    if (patch.cost > index + await this.#downloader.remaining(this.#package.archive)) return false;
    return patch.cost <= index + directory || await this.#sizeOfOthers(patch.oldIndex) <= index + directory;
  }

  /** The bytes of the entries in the store that neither an old package nor an installed package of another name has. */
  async #sizeOfOthers(old) {
    const known = new Set(old.map(entry => nameOf(entry.hash)));
    for (const release of await this.#store.installedReleases()) {
      const manifest = await this.#store.manifestIfSound(release);
      for (const other of manifest?.packages ?? []) {
        if (other.name === this.#package.name) continue;
        for (const entry of await this.#store.index(release, other) ?? []) known.add(nameOf(entry.hash));
      }
    }
    let size = 0;
    for (const part of await this.#store.files.list('objects')) {
      for (const name of await this.#store.files.list(`objects/${part}`)) {
        if (!known.has(name)) size += await this.#store.files.size(`objects/${part}/${name}`) ?? 0;
      }
    }
    return size;
  }

  /** Makes the package from an installed one; `null` when the patch cannot be had or does not give it. */
  async #installPatch(patch) {
    this.#expect(patch.cost);
    try {
      const name = await this.#downloader.fetch(patch.file, this.#receive);
      return await this.#applyPatch({
        patch: { size: patch.file.size, read: async (start, end) => await this.#store.files.read(name, start, end) ?? new Uint8Array(0) },
        oldIndex: patch.oldIndex, source: patch.source, package: this.#package, store: this.#store,
      });
    } catch (error) {
      if (isFatal(error)) throw error;
      // The patch or the old entries are damaged; fetching entries needs neither.
      return null;
    } finally {
      await this.#downloader.discard(patch.file);
    }
  }

  // MARK: By entries

  async #installEntries(patch) {
    const file = this.#package.index;
    this.#expect(await this.#downloader.remaining(file));
    const bytes = await this.#store.files.read(await this.#downloader.fetch(file, this.#receive)) ?? new Uint8Array(0);
    await checkFile(file, bytes);
    const index = decodeIndex(bytes);
    this.#checkIndex(index);
    let missing = await this.#store.missing(index), way = /** @type {Way} */ ('unchanged');
    if (missing.length) {
      if (await this.#installParts(missing, index, patch?.cost ?? Infinity)) way = 'partial';
      missing = await this.#store.missing(missing);
      // What is cheaper than the entries, and was not tried yet.
      if (missing.length && patch && patch.cost < await this.#downloader.remaining(this.#package.archive)) {
        const patched = await this.#installPatch(patch);
        if (patched) return this.#finished(patched, 'patch');
      }
    }
    if (missing.length) {
      await this.#installWhole(missing, index);
      way = 'whole';
    }
    return this.#finished(bytes, way);
  }

  /** The rules that an index keeps besides those of its own file: the totals of the manifest, and the entries that it names. */
  #checkIndex(index) {
    const { name, entryCount, unpackedSize, index: { url } } = this.#package, size = index.reduce((sum, entry) => sum + entry.size, 0);
    if (index.length !== entryCount) refuse('index', `${entryCount} entries`, index.length, { file: url });
    if (size !== unpackedSize) refuse('index', `entries of ${unpackedSize} bytes in all`, size, { file: url });
    for (const path of name === 'base' ? [this.#manifest.routes, this.#manifest.pages] : []) {
      if (path !== undefined && !index.some(entry => entry.path === path)) refuse('missing', 'an entry of base', undefined, { file: url, entry: path });
    }
  }

  /** Compares the entries of an archive with the index: order, paths, sizes. */
  #checkEntries(entries, index) {
    const file = this.#package.archive.url, indexed = new Set(index.map(entry => entry.path)), found = new Map(entries.map(entry => [entry.name, entry]));
    entries.forEach((entry, number) => {
      const next = entries[number + 1];
      if (next && (compareUTF8(entry.name, next.name) >= 0 || entry.offset > next.offset)) refuse('archive.order', 'entries sorted by their names', undefined, { file, entry: next.name });
    });
    for (const { name } of entries) if (!indexed.has(name)) refuse('index', 'a line in the index', 'none', { file, entry: name });
    for (const { path, size } of index) {
      const entry = found.get(path);
      if (entry?.size !== size) refuse('index', `an entry of ${size} bytes`, entry ? `${entry.size} bytes` : 'none', { file, entry: path });
    }
  }

  #limits() { return { entryCount: this.#package.entryCount, unpackedSize: this.#package.unpackedSize, areExact: true }; }

  /** Fetches missing entries as parts of the archive, where that needs fewer bytes than the other ways; whether any came. */
  async #installParts(missing, index, patchCost) {
    const { archive: file, unpackedSize } = this.#package;
    const tail = tailSize(index.map(entry => entry.path)), limit = Math.min(patchCost, await this.#downloader.remaining(file));
    // Before the directory is known, entries are taken to shrink as much as the package does.
    const missingSize = missing.reduce((sum, entry) => sum + entry.size, 0), ratio = Math.min(1, file.size / Math.max(1, unpackedSize));
    if (missing.length >= index.length || tail >= file.size || tail + missingSize * ratio >= limit) return false;
    let received = 0;
    const receive = count => { received += count; this.#receive(count); };
    try {
      this.#expect(tail);
      const archive = await this.#fetchPart(file.size - tail, file.size, receive,
        async source => PartialArchive.open(await source.read(file.size - tail, file.size), file.size, this.#limits()));
      this.#checkEntries(archive.entries, index);
      const byPath = new Map(missing.map(entry => [entry.path, entry]));
      const parts = joinRanges(missing.map(entry => archive.range(entry.path)).filter(range => range !== null));
      // Now it is known, with headers and what is between.
      if (parts.reduce((sum, [start, end]) => sum + end - start, 0) >= limit) return received > 0;
      for (const [start, end] of parts) {
        this.#expect(end - start);
        await this.#fetchPart(start, end, receive, async source => {
          for (const { name, offset } of archive.entries) {
            const wanted = offset >= start && offset < end ? byPath.get(name) : undefined;
            if (!wanted) continue;
            const found = await this.#store.addObject(wanted.hash, take => archive.extract(name, source, take));
            if (found !== wanted.hash) refuse('archive.checksum', undefined, undefined, { entry: name });
          }
        });
      }
    } catch (error) {
      if (isFatal(error) || error.code === 'store' || error.code === 'busy') throw error;
      // No ranges, or damaged ones: the other ways need none.
    }
    return received > 0;
  }

  /** Fetches a part of the archive into a file, which is there while it is used. */
  async #fetchPart(start, end, receive, body) {
    const name = await this.#downloader.fetchPart(this.#package.archive, start, end, receive);
    try {
      return await body({
        size: this.#package.archive.size,
        read: async (from, to) => (from < start || to > end ? new Uint8Array(0)
          : await this.#store.files.read(name, from - start, to - start) ?? new Uint8Array(0)),
      });
    } finally {
      await this.#store.files.remove(name);
    }
  }

  // MARK: Whole

  async #installWhole(missing, index) {
    const file = this.#package.archive;
    this.#expect(await this.#downloader.remaining(file));
    const name = await this.#downloader.fetch(file, this.#receive);
    const archive = await Archive.open({
      size: file.size, read: async (start, end) => await this.#store.files.read(name, start, end) ?? new Uint8Array(0),
    }, this.#limits());
    this.#checkEntries(archive.entries, index);
    for (const wanted of missing) {
      if (this.#downloader.signal?.aborted) throw new HybridError('cancelled');
      const entry = archive.entry(wanted.path);
      const found = await this.#store.addObject(wanted.hash, take => archive.extract(entry, take));
      if (found !== wanted.hash) refuse('hash', wanted.hash, found, { file: file.url, entry: wanted.path });
    }
  }
}

/**
 * Joins ranges that are near each other: a request costs as much as some bytes.
 *
 * @param {[number, number][]} ranges
 */
export function joinRanges(ranges) {
  const sorted = [...ranges].sort((one, other) => one[0] - other[0]);
  for (let gap = 2048; ; gap *= 2) {
    /** @type {[number, number][]} */
    const parts = [];
    for (const [start, end] of sorted) {
      const last = parts[parts.length - 1];
      if (last && start <= last[1] + gap && end - last[0] < 1 << 22) last[1] = Math.max(last[1], end); else parts.push([start, end]);
    }
    if (parts.length <= 64 || gap > 1 << 22) return parts;
  }
}
