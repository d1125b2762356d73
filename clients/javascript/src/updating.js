import { Downloader } from './download.js';
import { HybridError, inFile, refuse } from './errors.js';
import { PackageInstaller } from './install.js';
import { hashOf, nameOf } from './bytes.js';
import { decodeIndex, identity, limits, Manifest } from './manifest.js';
import { accept, floor, seconds, trustKeys } from './store.js';
import { decodeLatest, Envelope, isAtLeast, latestPayloadType, rolloutIncludes, timestampText, TrustRoot } from './trust.js';

/** @typedef {import('./trust.js').VerificationKey} VerificationKey */

/**
 * @typedef {{root: Uint8Array} | {keys: VerificationKey[]} | 'server'} Trust whose releases are installed: those signed as
 *   the root of trust says, whose first file came with the app; those signed by one of some keys, for ever; or those of the
 *   server, whatever it sends, only for development
 */

/**
 * @typedef {object} UpdateSettings
 * @property {Trust} trust
 * @property {import('./manifest.js').Device} [device] decides which viewport's package is installed; none without
 * @property {string} [runtimeVersion] the version of the app, which a release may need a minimum of
 * @property {string} [channel] the channel that the app follows
 * @property {number} [parallelRequests] how many files are fetched at once: 3
 * @property {number} [attempts] how often a request is tried: 4
 * @property {number} [pause] the first pause between two tries in seconds: 0.5
 * @property {() => number} [now] seconds since 1970
 * @property {typeof import('./patch.js').applyPatch} [applyPatch] makes packages from older ones; without, patches are not fetched
 * @property {AbortSignal} [signal] ends what runs with `cancelled`; what came is kept
 */

/** @typedef {{received: number, expected: number}} UpdateProgress bytes */
/** @typedef {{received: number, patched: string[], partial: string[], whole: string[], unchanged: string[]}} UpdateResult */
/**
 * @typedef {object} AvailableUpdate a release that can be installed; its manifest is verified
 * @property {Manifest} manifest
 * @property {string} hash
 * @property {Uint8Array} bytes
 * @property {import('./trust.js').LatestRelease} latest
 * @property {Envelope | null} envelope what signed it; `null` for the release that came with the app, and for repairs
 * @property {string[] | null} signers the ids of the trusted keys that have
 * @property {boolean} isRepair whether it gives the shown release what it lacks of its own files
 */
/**
 * @typedef {{status: 'upToDate' | 'notRolledOut'} | {status: 'failedBefore', version: string}
 *   | {status: 'otherChannel', channel: string | undefined} | {status: 'available', update: AvailableUpdate}} UpdateCheck
 */

/** The roots that follow the app's own. */
class RootChain {
  /** @param {string} origin the hash of the app's own root @param {TrustRoot} root @param {number} size */
  constructor(origin, root, size) {
    this.origin = origin;
    this.roots = [root];
    /** @type {Uint8Array[]} */
    this.files = [];
    this.size = size;
  }

  /** @param {Uint8Array} first */
  static async begin(first) { return new RootChain(await hashOf(first), await TrustRoot.first(first), first.length); }

  get newest() { return this.roots[this.roots.length - 1]; }

  /** @param {Uint8Array} file */
  async append(file) {
    const next = await this.newest.next(file);
    if (this.roots.length >= limits.roots || this.size + file.length > limits.rootBytes) {
      refuse('root', `at most ${limits.roots} roots with 16 MiB in all`, 'more');
    }
    this.size += file.length;
    this.roots.push(next);
    this.files.push(file);
  }

  /** Refuses a chain that ends before a root that was accepted: one that is withheld may have withdrawn a key. */
  checkKnown(state) {
    const { version } = this.newest;
    if (state.rootOrigin !== this.origin || version >= state.rootVersion) return;
    refuse('root', `root ${state.rootVersion}, which was accepted`, 'nothing', { file: TrustRoot.path(version + 1) });
  }
}

/** Asks for updates and installs them into a store; without patches, unless the settings say what applies them. */
export class BasicUpdateClient {
  #downloader;

  /** @param {import('./store.js').ReleaseStore} store @param {import('./transport.js').Transport} transport @param {UpdateSettings} settings */
  constructor(store, transport, settings) {
    this.store = store;
    this.settings = { parallelRequests: 3, now: seconds, ...settings };
    const { attempts, pause, signal } = settings;
    this.#downloader = new Downloader({ transport, files: store.files, attempts, pause, signal });
  }

  // MARK: Asking

  /**
   * Asks which release is the current one, and verifies what says so.
   *
   * @returns {Promise<UpdateCheck>}
   */
  async check() {
    const { envelope, latest, signers } = await inFile('latest.json', async () => {
      const file = await this.#downloader.small('latest.json', limits.latest);
      if (!file) refuse('transport.refused', undefined, 'the server has no such file');
      const envelope = Envelope.decode(file, latestPayloadType);
      const signers = await this.#verifySignatures(envelope);
      const latest = decodeLatest(envelope.payload);
      await this.#checkFreshness(latest);
      return { envelope, latest, signers };
    });
    const found = await this.#checkLatest(latest, envelope, signers);
    if (found.status === 'available') return found;
    // Nothing new: what is shown may lack something.
    const update = await this.#shownRepair();
    return update ? { status: 'available', update } : found;
  }

  /**
   * @param {import('./trust.js').LatestRelease} latest
   * @param {Envelope} envelope
   * @param {string[]} signers
   * @returns {Promise<UpdateCheck>}
   */
  async #checkLatest(latest, envelope, signers) {
    const { channel } = this.settings;
    if (channel !== undefined && latest.channel !== channel) return { status: 'otherChannel', channel: latest.channel };
    const state = await this.store.state();
    if (latest.manifest.hash === state.current || latest.manifest.hash === state.pending) {
      // Also after it was forgotten with a withdrawn key: what is shown is not to be replaced by what is older.
      await this.store.update(state => accept(state, latest.sequence, signers));
      return { status: 'upToDate' };
    }
    return this.#checkManifest(latest, envelope, signers);
  }

  /**
   * @param {import('./trust.js').LatestRelease} latest
   * @param {Envelope} envelope
   * @param {string[]} signers
   * @returns {Promise<UpdateCheck>}
   */
  async #checkManifest(latest, envelope, signers) {
    const file = latest.manifest;
    const bytes = await this.#downloader.inMemory(file);
    const manifest = await inFile(file.url, () => {
      const manifest = Manifest.decode(bytes), { runtimeVersion } = this.settings;
      if (manifest.sequence !== latest.sequence) refuse('sequence', latest.sequence, manifest.sequence, { entry: 'sequence' });
      if (manifest.runtimeVersion !== undefined && runtimeVersion !== undefined && !isAtLeast(runtimeVersion, manifest.runtimeVersion)) {
        refuse('runtime', `an app of ${manifest.runtimeVersion}`, runtimeVersion, { entry: 'runtimeVersion' });
      }
      return manifest;
    });
    const state = await this.store.update(() => {}), mark = await manifest.contentMark();
    // The same release with other patches or another number.
    for (const hash of [state.current, state.pending]) {
      if (await (await this.store.manifestIfSound(hash))?.contentMark() !== mark) continue;
      await this.store.update(state => accept(state, latest.sequence, signers));
      return { status: 'upToDate' };
    }
    if (state.failed.includes(file.hash) || state.failed.includes(mark)) return { status: 'failedBefore', version: manifest.version };
    if (latest.rollout !== undefined && !await rolloutIncludes(state.installationID, manifest.id, latest.rollout)) {
      return { status: 'notRolledOut' };
    }
    return { status: 'available', update: { manifest, hash: file.hash, bytes, latest, envelope, signers, isRepair: false } };
  }

  /** Checks once more what may have changed since an update was found: another page may have installed a newer release. */
  async #checkStanding({ envelope, latest }) {
    if (!envelope) return;
    const { trust } = this.settings;
    await inFile('latest.json', async () => {
      if (trust !== 'server') {
        if ('keys' in trust) await envelope.check(trust.keys, 1);
        else await (await this.#storedRoot(trust.root)).check(envelope);
      }
      await this.#checkFreshness(latest);
    });
  }

  /** @returns {Promise<string[]>} the ids of the trusted keys that have signed */
  async #verifySignatures(envelope) {
    const { trust, now } = this.settings;
    if (trust === 'server') return [];
    if ('keys' in trust) {
      const ids = trust.keys.map(key => key.id).sort();
      if ((await this.store.state()).trustedKeys.join() !== ids.join()) await this.store.update(state => trustKeys(state, ids, 1));
      return envelope.check(trust.keys, 1);
    }
    const root = await this.#newestRoot(trust.root);
    if (root.expires !== undefined && root.expires <= now()) refuse('expired', 'a root that is valid', undefined, { file: TrustRoot.path(root.version) });
    return root.check(envelope);
  }

  /** Follows the chain of roots from the app's own through those that are stored to the newest of the server. */
  async #newestRoot(first) {
    const chain = await this.#storedChain(first), state = await this.store.state(), storedCount = chain.files.length;
    for (;;) {
      const path = TrustRoot.path(chain.newest.version + 1), file = await this.#downloader.small(path, limits.latest);
      if (!file) break;
      await inFile(path, () => chain.append(file));
    }
    chain.checkKnown(state);
    const { newest } = chain, isSame = state.rootOrigin === chain.origin;
    if (!isSame || state.rootVersion !== newest.version || chain.files.length > storedCount
      || state.trustedKeys.join() !== newest.keys.map(key => key.id).sort().join()) {
      await this.store.update(state => {
        // Each new root may withdraw a key that a later one brings back.
        for (const root of isSame ? chain.roots.filter(one => one.version > state.rootVersion) : []) trustKeys(state, root.keys.map(key => key.id), root.threshold);
        trustKeys(state, newest.keys.map(key => key.id), newest.threshold);
        state.roots = chain.files;
        state.rootOrigin = chain.origin;
        state.rootVersion = newest.version;
      });
    }
    return newest;
  }

  /** The roots that are known without asking the server. */
  async #storedChain(first) {
    const chain = await RootChain.begin(first);
    for (const file of (await this.store.state()).roots) {
      try {
        await chain.append(file);
      } catch (error) {
        // An app's own root may be newer than those that an older app stored.
        if (!(error instanceof HybridError)) throw error;
      }
    }
    return chain;
  }

  /** The same, with no root missing that was accepted before. */
  async #storedRoot(first) {
    const chain = await this.#storedChain(first);
    chain.checkKnown(await this.store.state());
    return chain.newest;
  }

  /**
   * The highest sequence that the trusted keys vouch for, where one that was trusted is withdrawn, as far as is known without
   * asking the server; `null` where none is.
   */
  async #floorAfterWithdrawal() {
    const { trust } = this.settings;
    if (trust === 'server') return null;
    let keys, threshold = 1;
    try {
      if ('keys' in trust) ({ keys } = trust); else ({ keys, threshold } = await this.#storedRoot(trust.root));
    } catch (error) {
      if (error instanceof HybridError) return null;
      throw error;
    }
    const ids = keys.map(key => key.id), state = await this.store.state();
    return state.trustedKeys.every(id => ids.includes(id)) ? null : floor(state, threshold, ids);
  }

  // MARK: Repairing

  /** What the shown release lacks of its own files, as an update to itself; `null` when it is whole. */
  async #shownRepair() {
    const { current } = await this.store.state();
    if (!current) return null;
    let manifest = await this.store.manifestIfSound(current);
    if (manifest && await this.#isWhole(current, manifest)) return null;
    const url = `manifests/${nameOf(current)}.json`, stored = await this.store.files.read(`${this.store.releaseName(current)}/manifest.json`);
    // Its hash was verified when it was installed, so that no signature is needed.
    const bytes = manifest && stored ? stored : await this.#downloader.small(url, limits.manifest);
    if (!bytes || await hashOf(bytes) !== current) return null;
    manifest = Manifest.decode(bytes);
    const latest = { manifest: { url, hash: current, size: bytes.length }, sequence: manifest.sequence };
    return { manifest, hash: current, bytes, latest, envelope: null, signers: null, isRepair: true };
  }

  async #isWhole(hash, manifest) {
    for (const one of await this.#needed(manifest)) {
      const index = await this.store.index(hash, one);
      if (!index || (await this.store.missing(index)).length) return false;
    }
    return true;
  }

  /** Refuses what is older than what was seen, and what should have been replaced by now. */
  async #checkFreshness(latest) {
    const { highestSequence } = await this.store.state(), now = this.settings.now();
    if (latest.sequence < highestSequence) refuse('rollback', `${highestSequence} or more`, latest.sequence, { entry: 'sequence' });
    if (latest.expires !== undefined && latest.expires <= now) {
      refuse('expired', `a moment after ${timestampText(now)}`, timestampText(latest.expires), { entry: 'expires' });
    }
  }

  // MARK: Installing

  /**
   * Fetches what the store lacks of a release and installs it for the next launch. When it throws, nothing of the release is
   * shown, and what was fetched is kept for the next try.
   *
   * @param {AvailableUpdate} update what `check` found
   * @param {(progress: UpdateProgress) => void} [onProgress]
   * @returns {Promise<UpdateResult>}
   */
  install(update, onProgress = () => {}) {
    return this.store.installing(async () => {
      await this.#checkStanding(update);
      const { result, indices } = await this.#installPackages(await this.#needed(update.manifest), update.manifest, onProgress);
      // Checks of other pages take no lock of an installation.
      await this.#checkStanding(update);
      await this.#checkIdentity(update, indices);
      await this.store.addRelease(update.hash, update.bytes, indices);
      if (update.isRepair) return result;
      await this.store.update(state => {
        state.pending = update.hash;
        accept(state, update.latest.sequence, update.signers);
      });
      return result;
    });
  }

  /** Checks the release's identity where all its indexes are at hand. */
  async #checkIdentity({ manifest, latest }, indices) {
    if (indices.length !== manifest.packages.length) return;
    const entries = indices.flatMap(({ name, index }) => decodeIndex(index).map(({ path, hash }) => ({ package: name, path, hash })));
    const found = await identity(entries);
    if (found !== manifest.id) refuse('identity', found, manifest.id, { file: latest.manifest.url, entry: 'id' });
  }

  async #installPackages(packages, manifest, onProgress) {
    const result = { received: 0, patched: [], partial: [], whole: [], unchanged: [] }, indices = [], progress = { received: 0, expected: 0 };
    const expect = bytes => { progress.expected += bytes; };
    const receive = bytes => {
      progress.received += bytes;
      progress.expected = Math.max(progress.expected, progress.received);
      onProgress({ ...progress });
    };
    // Packages with one index have the same files: one after another, so that they do not share a download.
    const waiting = [...new Set(packages.map(one => one.index.hash))].map(hash => packages.filter(one => one.index.hash === hash)), lists = { unchanged: result.unchanged, patch: result.patched, partial: result.partial, whole: result.whole };
    let failure = null;
    const work = async () => {
      for (let group = waiting.shift(); group && !failure; group = waiting.shift()) {
        try {
          for (const one of group) {
            const { applyPatch } = this.settings;
            const installer = new PackageInstaller({ store: this.store, downloader: this.#downloader, package: one, manifest, applyPatch, expect, receive });
            const installed = await installer.install();
            indices.push(installed);
            lists[installed.way].push(installed.name);
          }
        } catch (error) {
          failure ??= error;
        }
      }
    };
    // All of them end before the lock is given back.
    await Promise.all(Array.from({ length: Math.max(1, this.settings.parallelRequests) }, work));
    if (failure) throw failure;
    result.received = progress.received;
    return { result, indices };
  }

  /** The packages that the device needs at once: of no viewport, of the nearest one, and those on demand that the shown release has. */
  async #needed(manifest) {
    const { device } = this.settings, viewport = device && manifest.viewportsByDistance(device)[0]?.name;
    const { current } = await this.store.state(), shown = await this.store.manifestIfSound(current), needed = [];
    for (const one of manifest.packages) {
      if (one.viewport !== undefined && one.viewport !== viewport) continue;
      const before = shown?.package(one.name);
      if (one.load === 'install' || before && await this.store.index(current, before)) needed.push(one);
    }
    return needed;
  }

  /**
   * Fetches a package of the shown release that is loaded on demand.
   *
   * @param {string} name
   * @param {(progress: UpdateProgress) => void} [onProgress]
   * @returns {Promise<UpdateResult>}
   */
  installOnDemand(name, onProgress = () => {}) {
    return this.store.installing(async () => {
      const { current } = await this.store.state(), manifest = current ? await this.store.manifest(current) : null;
      const wanted = manifest?.package(name) ?? refuse('noSuchEntry', undefined, undefined, { entry: name });
      const { result, indices } = await this.#installPackages([wanted], manifest, onProgress);
      for (const { name, index } of indices) await this.store.addIndex(index, name, current);
      return result;
    });
  }

  /**
   * Installs the release that came with the app, unless the store has one that is as new. Call it before `launch`.
   *
   * @param {import('./transport.js').Transport} transport of the folder that came with the app
   * @returns {Promise<boolean>} whether it was installed
   */
  async installEmbedded(transport) {
    // What the app's own files hold came with the app; it does not expire, and phased rollouts are not for it.
    const client = new BasicUpdateClient(this.store, transport, { ...this.settings, trust: 'server', channel: undefined, now: () => 0 });
    const update = await client.#embeddedRelease(await this.#floorAfterWithdrawal());
    if (update) await client.install(update);
    return update !== null;
  }

  /** @param {number | null} floor a key was withdrawn, so that what is installed with a higher sequence may be a thief's */
  async #embeddedRelease(floor) {
    const state = await this.store.state(), installed = [];
    for (const hash of [state.pending, state.current]) {
      const manifest = await this.store.manifestIfSound(hash);
      if (manifest) installed.push(manifest);
    }
    const file = await this.#downloader.small('latest.json', limits.latest);
    if (!file) refuse('transport.refused', undefined, 'the folder has no such file', { file: 'latest.json' });
    const latest = decodeLatest(Envelope.decode(file, latestPayloadType).payload);
    if (installed.some(one => one.sequence >= latest.sequence && (floor === null || one.sequence <= floor))) return null;
    const bytes = await this.#downloader.inMemory(latest.manifest), manifest = Manifest.decode(bytes), mark = await manifest.contentMark();
    for (const one of installed) if (await one.contentMark() === mark) return null;
    return state.failed.includes(mark) ? null : { manifest, hash: latest.manifest.hash, bytes, latest, envelope: null, signers: null, isRepair: false };
  }
}
