import { base64, equal, fromBase64, fromBase64URL, hashOf, hashText, isHash, nameOf, randomName, utf8 } from './bytes.js';
import { HybridError, refuse } from './errors.js';
import { storeError } from './files.js';
import { canonicalJSON, parseJSON } from './json.js';
import { decodeIndex, limits, Manifest } from './manifest.js';
import { Release } from './release.js';
import { Sha256 } from './sha2.js';

/** @typedef {import('./files.js').Files} Files */

/**
 * @typedef {object} StoreState what a store remembers between launches
 * @property {string} [current] the hash of the manifest of the release that is shown
 * @property {string} [previous] the release before, which a bad one falls back to
 * @property {string} [pending] an installed release that is shown from the next launch on
 * @property {boolean} isOnTrial
 * @property {number} trialLaunches
 * @property {number} trialStart seconds since 1970
 * @property {number} trialUptime seconds since the device was started
 * @property {string[]} failed releases that were taken back
 * @property {number} highestSequence the lowest sequence that is accepted: the highest that was
 * @property {{sequence: number, keys?: string[]}[]} accepted the highest accepted sequence for each set of keys that had signed
 *   it; without keys, for the release that came with the app
 * @property {number} rootVersion of the newest root that was accepted
 * @property {string} [rootOrigin] the hash of the app's own root from which it follows
 * @property {string[]} trustedKeys
 * @property {Uint8Array[]} roots the files of the roots after the app's own
 * @property {string} installationID
 */

/**
 * A state from its file; `null` for a file that is not what was written.
 *
 * @param {Uint8Array | null} bytes
 * @returns {Promise<StoreState | null>}
 */
async function decodeState(bytes) {
  let file = null;
  try {
    if (bytes) file = parseJSON(bytes);
  } catch (error) {
    if (!(error instanceof HybridError)) throw error;
  }
  const value = file?.state;
  if (!value || file.formatVersion !== 2 || file.checksum !== await hashOf(utf8(canonicalJSON(value)))) return null;
  return stateOf(value);
}

/** @param {any} value @returns {StoreState} */
function stateOf(value) {
  const hash = key => (isHash(value?.[key]) ? value[key] : undefined);
  const count = key => (Number.isSafeInteger(value?.[key]) ? Math.max(0, value[key]) : 0);
  const list = key => (Array.isArray(value?.[key]) ? value[key].filter(one => typeof one === 'string') : []);
  return {
    current: hash('current'), previous: hash('previous'), pending: hash('pending'), isOnTrial: value?.isOnTrial === true,
    trialLaunches: count('trialLaunches'), trialStart: count('trialStart'), trialUptime: count('trialUptime'),
    failed: list('failed').filter(isHash), highestSequence: count('highestSequence'),
    accepted: (Array.isArray(value.accepted) ? value.accepted : []).filter(one => Number.isSafeInteger(one?.sequence))
      .map(({ sequence, keys }) => (Array.isArray(keys) ? { sequence, keys } : { sequence })),
    rootVersion: count('rootVersion'), rootOrigin: hash('rootOrigin'), trustedKeys: list('trustedKeys'),
    roots: list('roots').map(fromBase64).filter(Boolean),
    installationID: typeof value?.installationID === 'string' ? value.installationID : '',
  };
}

/**
 * The state's file, with a checksum: damage must not read as another state.
 *
 * @param {StoreState} state
 */
async function encodeState(state) {
  const value = { ...state, roots: state.roots.map(base64) };
  return utf8(canonicalJSON({ formatVersion: 2, checksum: await hashOf(utf8(canonicalJSON(value))), state: value }));
}

/** Whether a record of an accepted sequence says all that another one says. */
const covers = (one, other) => other.sequence <= one.sequence && (!one.keys || !!other.keys?.every(key => one.keys.includes(key)));

/**
 * Remembers that a sequence was accepted, and by whose signatures.
 *
 * @param {StoreState} state
 * @param {number} sequence
 * @param {string[] | null} keys `null` for the release that came with the app
 */
export function accept(state, sequence, keys) {
  const one = keys ? { sequence, keys: [...keys].sort() } : { sequence };
  state.highestSequence = Math.max(state.highestSequence, sequence);
  if (state.accepted.some(other => covers(other, one))) return;
  state.accepted = [one, ...state.accepted.filter(other => !covers(one, other))].sort((left, right) => right.sequence - left.sequence).slice(0, 64);
}

/**
 * The highest sequence that was accepted with signatures that meet a threshold of keys; 0 when none does.
 *
 * @param {StoreState} state
 * @param {number} threshold
 * @param {readonly string[]} keys
 */
export function floor(state, threshold, keys) {
  return Math.max(0, ...state.accepted.filter(one => !one.keys || one.keys.filter(key => keys.includes(key)).length >= threshold).map(one => one.sequence));
}

/**
 * Trusts other keys from now on. Where one is withdrawn, sequences count that the remaining keys vouch for: a thief may have
 * driven the number up (a fast-forward attack), and older releases stay refused all the same. What only adds keys or renews an
 * expiry changes no sequence. The Update Framework 1.0.34, 5.3.11.
 *
 * @param {StoreState} state
 * @param {readonly string[]} ids
 * @param {number} threshold
 */
export function trustKeys(state, ids, threshold) {
  const sorted = [...ids].sort();
  if (!state.accepted.length && state.highestSequence > 0) state.accepted = [{ sequence: state.highestSequence, keys: sorted }];
  if (!state.trustedKeys.every(id => ids.includes(id))) state.highestSequence = floor(state, threshold, ids);
  state.trustedKeys = sorted;
}

/**
 * The releases that are installed on a device.
 *
 * Every entry is one file under its content's hash, so that releases share what they have in common and nothing is ever
 * changed in place. A release is installed when its manifest has its name; what a crash leaves behind are files without a
 * release, which `prune` removes:
 *
 *     objects/<2 letters>/<hash>      an entry's bytes
 *     releases/<hash>/manifest.json   a release's manifest, and <package>.index.json for each installed package
 *     downloads/<hash>                what has been fetched of a file
 *     state.json, state.before.json   which release is current, and what was said before
 */
export class ReleaseStore {
  /** @type {Files} */ files;
  /** How long a new release may take until it is called healthy, in seconds. */
  trialSeconds = 60;
  /** How often a new release may be launched without being called healthy. */
  trialLaunches = 2;
  /**
   * Gives the seconds since the device was started, which nobody sets. Browsers have no such clock: there it is the time.
   *
   * @type {() => number}
   */
  uptime;
  #sound = new Set();
  #manifests = new Map();
  #indexes = new Map();

  /** @param {Files} files @param {{trialSeconds?: number, trialLaunches?: number, uptime?: () => number}} [options] */
  constructor(files, options = {}) {
    this.files = files;
    this.trialSeconds = options.trialSeconds ?? 60;
    this.trialLaunches = options.trialLaunches ?? 2;
    this.uptime = options.uptime ?? (() => Math.floor(Date.now() / 1000));
  }

  // MARK: State

  /** @returns {Promise<StoreState>} */
  async state() { return (await this.#readState()).state; }

  async #readState() {
    const bytes = await this.files.read('state.json'), state = await decodeState(bytes);
    if (state) return { bytes, state };
    const before = await decodeState(await this.files.read('state.before.json'));
    if (before) return { bytes: null, state: before };
    // A damaged state is not taken for a new store: what is installed counts.
    const recovered = stateOf({});
    for (const hash of bytes ? await this.installedReleases() : []) {
      const manifest = await this.manifestIfSound(hash);
      if (!manifest || recovered.current && manifest.sequence <= recovered.highestSequence) continue;
      recovered.current = hash;
      recovered.highestSequence = manifest.sequence;
    }
    return { bytes: null, state: recovered };
  }

  /**
   * Changes the state under the store's lock.
   *
   * @param {(state: StoreState) => void | Promise<void>} change
   * @returns {Promise<StoreState>}
   */
  update(change) {
    return this.files.lock('lock', true, async () => {
      const { bytes, state } = await this.#readState();
      await change(state);
      state.installationID ||= randomName();
      const changed = await encodeState(state);
      if (bytes && equal(bytes, changed)) return state;
      if (bytes) await this.files.write('state.before.json', bytes);
      await this.files.write('state.json', changed);
      return state;
    });
  }

  /**
   * Runs what adds or removes entries: one at a time, in all pages, workers and processes.
   *
   * @template T
   * @param {() => Promise<T>} body
   */
  installing(body) { return this.files.lock('install.lock', false, body); }

  // MARK: Entries

  /** @param {string} hash */
  objectName(hash) { return `objects/${nameOf(hash).slice(0, 2)}/${nameOf(hash)}`; }

  /**
   * Whether the store has an entry's bytes; their hash was checked when they came.
   *
   * @param {string} hash
   */
  async has(hash) { return await this.files.size(this.objectName(hash)) !== null; }

  /** @param {readonly {hash: string}[]} entries */
  async missing(entries) {
    const found = await Promise.all(entries.map(entry => this.has(entry.hash)));
    return entries.filter((_, index) => !found[index]);
  }

  /**
   * Adds an entry piece by piece, so that large ones need little memory.
   *
   * @param {string | null} hash what its hash must be, or one whose hash is another is not kept; `null` keeps it whatever it is
   * @param {(take: (bytes: Uint8Array) => void) => Promise<void>} extract calls its argument with the bytes in order
   * @returns {Promise<string>} the hash of what came
   */
  async addObject(hash, extract) {
    const temporary = `downloads/.tmp-${randomName()}`, hasher = new Sha256();
    let waiting = [], length = 0, isAside = false, writing = Promise.resolve();
    const flush = () => {
      const parts = waiting;
      waiting = [];
      length = 0;
      isAside = true;
      writing = writing.then(async () => { for (const part of parts) await this.files.append(temporary, part); });
      writing.catch(() => {});
    };
    try {
      await extract(bytes => {
        hasher.update(bytes);
        waiting.push(bytes);
        length += bytes.length;
        if (length >= 1 << 20) flush();
        return writing;
      });
      const found = hashText(hasher.digest());
      if (hash === null || found === hash) {
        const name = this.objectName(found);
        if (isAside) {
          flush();
          await writing;
          await this.files.rename(temporary, name);
        } else {
          const whole = new Uint8Array(length);
          waiting.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
          await this.files.write(name, whole);
        }
      }
      return found;
    } finally {
      await writing.catch(() => {});
      if (isAside) await this.files.remove(temporary).catch(() => {});
    }
  }

  /** Checks an entry's bytes against their hash once: the disk is not trusted either. */
  async #check(hash) {
    if (this.#sound.has(hash)) return;
    const name = this.objectName(hash), size = await this.files.size(name);
    if (size === null) refuse('store', undefined, 'missing', { file: name });
    const hasher = new Sha256();
    for (let at = 0; at < size; at += 1 << 20) hasher.update(await this.files.read(name, at, Math.min(size, at + (1 << 20))) ?? new Uint8Array(0));
    if (hashText(hasher.digest()) !== hash) await this.#damaged(name);
    this.#sound.add(hash);
  }

  async #damaged(name) {
    await this.files.remove(name);
    refuse('store', undefined, 'damaged: it is fetched again with the next update', { file: name });
  }

  /**
   * An entry's bytes, or a part of them.
   *
   * @param {string} hash
   * @param {number} [start]
   * @param {number} [end]
   * @returns {Promise<Uint8Array>}
   */
  async object(hash, start = 0, end = Infinity) {
    const name = this.objectName(hash);
    if (start > 0 || end < Infinity) await this.#check(hash);
    const bytes = await this.files.read(name, start, end);
    if (!bytes) {
      this.#sound.delete(hash);
      refuse('store', undefined, 'missing', { file: name });
    }
    if (start === 0 && end === Infinity && !this.#sound.has(hash)) {
      if (await hashOf(bytes) !== hash) await this.#damaged(name);
      this.#sound.add(hash);
    }
    return bytes;
  }

  // MARK: Releases

  /** @param {string} hash */
  releaseName(hash) { return `releases/${nameOf(hash)}`; }

  /**
   * The hashes of the manifests of all installed releases.
   *
   * @returns {Promise<string[]>}
   */
  async installedReleases() {
    const result = [];
    for (const name of await this.files.list('releases')) {
      if (fromBase64URL(name)?.length === 32 && await this.files.size(`releases/${name}/manifest.json`) !== null) result.push(`sha256-${name}`);
    }
    return result;
  }

  /**
   * The manifest of an installed release.
   *
   * @param {string} hash
   * @returns {Promise<Manifest>}
   */
  async manifest(hash) {
    const name = `${this.releaseName(hash)}/manifest.json`;
    // A release that was removed by another page is none any more.
    const size = await this.files.size(name);
    if (size !== null && this.#manifests.has(hash)) return this.#manifests.get(hash);
    const bytes = size === null ? null : await this.files.read(name);
    if (!bytes || await hashOf(bytes) !== hash) refuse('store', undefined, 'missing or damaged', { file: name });
    const manifest = Manifest.decode(bytes);
    this.#manifests.set(hash, manifest);
    return manifest;
  }

  /**
   * As `manifest`; `null` where it cannot be read.
   *
   * @param {string | undefined} hash
   */
  async manifestIfSound(hash) {
    try {
      return hash ? await this.manifest(hash) : null;
    } catch (error) {
      if (error instanceof HybridError) return null;
      throw error;
    }
  }

  /**
   * The index of an installed package as it was published; `null` where the package is not installed.
   *
   * @param {string} release
   * @param {import('./manifest.js').Package} package_
   */
  async indexFile(release, package_) {
    const name = this.#indexName(release, package_.name), size = await this.files.size(name);
    if (size === null || size > limits.index) return null;
    const bytes = await this.files.read(name);
    return bytes && await hashOf(bytes) === package_.index.hash ? bytes : null;
  }

  /** @param {string} release @param {import('./manifest.js').Package} package_ @returns {Promise<import('./manifest.js').IndexEntry[] | null>} */
  async index(release, package_) {
    const { hash } = package_.index, known = this.#indexes.get(hash);
    // A file of this name was compared with its hash.
    if (known && await this.files.size(this.#indexName(release, package_.name)) !== null) return known;
    const bytes = await this.indexFile(release, package_);
    try {
      if (bytes) this.#indexes.set(hash, decodeIndex(bytes));
      return bytes && this.#indexes.get(hash);
    } catch (error) {
      if (error instanceof HybridError) return null;
      throw error;
    }
  }

  #indexName(release, name) { return `${this.releaseName(release)}/${name}.index.json`; }

  /** Makes a release whose entries are all in the store an installed one: the manifest, which makes it one, comes last. */
  async addRelease(hash, manifest, indices) {
    for (const { name, index } of indices) await this.files.write(this.#indexName(hash, name), index);
    await this.files.write(`${this.releaseName(hash)}/manifest.json`, manifest);
  }

  /** Adds the index of a package, whose entries are all in the store, to an installed release. */
  addIndex(bytes, name, release) { return this.files.write(this.#indexName(release, name), bytes); }

  /**
   * Opens an installed release.
   *
   * @param {string} hash
   * @returns {Promise<Release>}
   */
  async open(hash) {
    const manifest = await this.manifest(hash), packages = new Map();
    const indexes = await Promise.all(manifest.packages.map(one => this.index(hash, one)));
    manifest.packages.forEach(({ name }, number) => {
      if (indexes[number]) packages.set(name, new Map(indexes[number].map(entry => [entry.path, entry])));
    });
    if (!packages.has('base')) refuse('store', undefined, 'missing or damaged', { file: this.#indexName(hash, 'base') });
    return new Release(hash, manifest, packages, (entry, start, end) => this.object(entry.hash, start, end));
  }

  // MARK: Which release is shown

  /**
   * Decides at the start of the app which release is shown: takes up one that was installed for the next launch, and takes
   * back one on trial that was not called healthy.
   *
   * @param {number} [now] seconds since 1970
   * @returns {Promise<Release | null>} `null` when none is installed
   */
  async launch(now = seconds()) {
    let { current } = await this.update(async state => {
      if (state.isOnTrial && state.trialLaunches >= this.trialLaunches) await this.#rollBack(state);
      this.#takeUp(state, now);
    });
    for (let tries = 3; current && tries > 0; tries--) {
      try {
        return await this.open(current);
      } catch (error) {
        if (!(error instanceof HybridError)) throw error;
      }
      // A release that cannot be opened is as bad as one that crashes, except one that another page has replaced by now.
      ({ current } = await this.update(async state => { if (state.current === current) await this.#rollBack(state); }));
    }
    return null;
  }

  /**
   * Shows an installed release from now on, for an app that does not wait for its next launch.
   *
   * @param {number} [now]
   * @returns {Promise<Release | null>}
   */
  async activatePending(now = seconds()) {
    const { current } = await this.update(state => this.#takeUp(state, now));
    return current ? this.open(current) : null;
  }

  #takeUp(state, now) {
    if (state.pending && !state.failed.includes(state.pending)) this.#activate(state.pending, state, now);
    state.pending = undefined;
    if (state.isOnTrial) state.trialLaunches++;
  }

  /**
   * Says that a release works: it is not taken back any more. It is not said of another that is current by now.
   *
   * @param {Release | string} [release] the release that was shown, or its manifest's hash; the current one without
   * @returns {Promise<boolean>} whether the current release is healthy
   */
  async markHealthy(release) {
    const hash = typeof release === 'string' ? release : release?.hash;
    const state = await this.update(state => {
      if (hash !== undefined && hash !== state.current) return;
      state.isOnTrial = false;
      state.trialLaunches = 0;
    });
    return !state.isOnTrial;
  }

  /**
   * Takes the current release back when it has been on trial for longer than `trialSeconds`; it is not tried again.
   *
   * @param {number} [now] @returns {Promise<boolean>} whether it was taken back
   */
  async rollBackIfUnhealthy(now = seconds()) {
    let isTakenBack = false;
    await this.update(async state => {
      if (!state.isOnTrial) return;
      const uptime = this.uptime();
      // The clock was set back, or the device started again: how long the trial has lasted is not known, and it begins again.
      if (now < state.trialStart) state.trialStart = now;
      if (uptime < state.trialUptime) state.trialUptime = uptime;
      if (now - state.trialStart <= this.trialSeconds || uptime - state.trialUptime <= this.trialSeconds) return;
      await this.#rollBack(state);
      isTakenBack = true;
    });
    return isTakenBack;
  }

  #activate(release, state, now) {
    if (release === state.current) return;
    if (!state.isOnTrial) state.previous = state.current;
    state.current = release;
    state.isOnTrial = state.previous !== undefined;
    state.trialLaunches = 0;
    state.trialStart = now;
    state.trialUptime = Math.floor(this.uptime());
  }

  async #rollBack(state) {
    if (state.current) {
      // The same release may come again under another hash, with patches or another number.
      const mark = await (await this.manifestIfSound(state.current))?.contentMark();
      for (const one of [state.current, mark]) if (one && !state.failed.includes(one)) state.failed.push(one);
    }
    state.current = state.previous;
    state.previous = undefined;
    state.isOnTrial = false;
    state.trialLaunches = 0;
    // Old failures are forgotten: nobody offers such releases any more.
    state.failed = state.failed.slice(-32);
  }

  // MARK: Pruning

  /**
   * Removes what no release that may still be shown needs: other releases, their entries, unfinished downloads beyond the
   * cap. Where the store is larger still and the current release is healthy, the one before it goes too.
   *
   * @param {{maximumSize?: number, keep?: readonly string[]}} [options] `keep`: releases that pages still show
   * @returns {Promise<{size: number, removedPrevious: boolean}>}
   */
  prune(options = {}) {
    const { maximumSize = Infinity, keep = [] } = options;
    return this.installing(async () => {
      let size = await this.#removeUnneeded(keep);
      // What is being written of the state is under the other lock.
      await this.files.lock('lock', true, async () => {
        for (const name of await this.files.list('downloads')) {
          const path = `downloads/${name}`, count = await this.files.size(path) ?? 0;
          if (name.startsWith('.tmp-') || size + count > maximumSize) await this.files.remove(path); else size += count;
        }
      });
      let removedPrevious = false;
      if (size > maximumSize) {
        await this.update(state => {
          if (state.isOnTrial || !state.previous || state.previous === state.current) return;
          state.previous = undefined;
          removedPrevious = true;
        });
        if (removedPrevious) size = await this.#removeUnneeded(keep);
      }
      return { size, removedPrevious };
    });
  }

  async #removeUnneeded(keep) {
    const state = await this.state(), kept = new Set([state.current, state.previous, state.pending, ...keep].filter(Boolean));
    const needed = new Set();
    let size = 0;
    for (const release of kept) {
      const manifest = await this.manifestIfSound(release);
      for (const one of manifest?.packages ?? []) for (const entry of await this.index(release, one) ?? []) needed.add(nameOf(entry.hash));
    }
    for (const name of await this.files.list('releases')) {
      const files = await this.files.list(`releases/${name}`);
      if (kept.has(`sha256-${name}`)) {
        for (const file of files) size += await this.files.size(`releases/${name}/${file}`) ?? 0;
        continue;
      }
      // The manifest goes first: without it, the rest is not a release.
      await this.files.remove(`releases/${name}/manifest.json`);
      for (const file of files) await this.files.remove(`releases/${name}/${file}`);
      this.#manifests.delete(`sha256-${name}`);
    }
    for (const part of await this.files.list('objects')) {
      for (const object of await this.files.list(`objects/${part}`)) {
        const name = `objects/${part}/${object}`;
        if (needed.has(object)) {
          size += await this.files.size(name) ?? 0;
        } else {
          await this.files.remove(name);
          this.#sound.delete(`sha256-${object}`);
        }
      }
    }
    return size;
  }

  /**
   * Every fault of the installed releases that may be shown: what tests of crashes look at.
   *
   * @returns {Promise<string[]>}
   */
  async verify() {
    const state = await this.state(), faults = [];
    for (const release of new Set([state.current, state.previous, state.pending].filter(Boolean))) {
      try {
        const manifest = await this.manifest(release);
        for (const one of manifest.packages) {
          const index = await this.index(release, one);
          if (!index) {
            // Packages on demand and of other viewports need not be there; an index that is there must be the right one.
            const isNeeded = one.load === 'install' && one.viewport === undefined;
            if (isNeeded || await this.files.size(this.#indexName(release, one.name)) !== null) faults.push(`${release}: the index of “${one.name}” is missing or damaged`);
            continue;
          }
          for (const entry of index) {
            const bytes = await this.files.read(this.objectName(entry.hash));
            if (!bytes || await hashOf(bytes) !== entry.hash) faults.push(`${release}: ${entry.path} is missing or damaged`);
          }
        }
      } catch (error) {
        faults.push(`${release}: ${storeError(error, release).message}`);
      }
    }
    return faults;
  }
}

/** The time in seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1000);
