import { Downloader } from './download.js';
import { HybridError, inFile, refuse } from './errors.js';
import { PackageInstaller } from './install.js';
import { limits, Manifest } from './manifest.js';
import { seconds } from './store.js';
import { decodeLatest, Envelope, isAtLeast, latestPayloadType, rolloutIncludes, timestampText, TrustRoot } from './trust.js';

/** @typedef {import('./trust.js').VerificationKey} VerificationKey */

/**
 * @typedef {{root: Uint8Array} | {keys: VerificationKey[]} | 'server'} Trust whose releases are installed: those signed as
 *   the root of trust says, whose first file came with the app; those signed by one of some keys, for ever; or those of the
 *   server, whatever it sends, for development alone
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
 * @property {Envelope | null} envelope what signed it; `null` for the release that came with the app
 */
/**
 * @typedef {{status: 'upToDate' | 'notRolledOut'} | {status: 'failedBefore', version: string}
 *   | {status: 'otherChannel', channel: string | undefined} | {status: 'available', update: AvailableUpdate}} UpdateCheck
 */

/** Asks for updates and installs them into a store. */
export class UpdateClient {
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
    const { envelope, latest } = await inFile('latest.json', async () => {
      const file = await this.#downloader.small('latest.json', limits.latest);
      if (!file) refuse('transport.refused', { found: 'the server has no such file' });
      const envelope = Envelope.decode(file, latestPayloadType);
      await this.#verifySignatures(envelope);
      const latest = decodeLatest(envelope.payload);
      await this.#checkFreshness(latest);
      return { envelope, latest };
    });
    const { channel } = this.settings;
    if (channel !== undefined && latest.channel !== channel) return { status: 'otherChannel', channel: latest.channel };
    const state = await this.store.state();
    if (latest.manifest.hash === state.current || latest.manifest.hash === state.pending) {
      // Also after it was forgotten with a withdrawn key: what is shown is not to be replaced by what is older.
      await this.#raise(latest.sequence);
      return { status: 'upToDate' };
    }
    return this.#checkManifest(latest, envelope);
  }

  #raise(sequence) { return this.store.update(state => { state.highestSequence = Math.max(state.highestSequence, sequence); }); }

  /**
   * @param {import('./trust.js').LatestRelease} latest
   * @param {Envelope} envelope
   * @returns {Promise<UpdateCheck>}
   */
  async #checkManifest(latest, envelope) {
    const file = latest.manifest;
    if (file.size > limits.manifest) refuse('size', { file: file.url, expected: 'at most 16 MiB', found: file.size });
    const bytes = await this.#downloader.inMemory(file);
    const manifest = await inFile(file.url, () => {
      const manifest = Manifest.decode(bytes), { runtimeVersion } = this.settings;
      if (manifest.sequence !== latest.sequence) refuse('sequence', { entry: 'sequence', expected: latest.sequence, found: manifest.sequence });
      if (manifest.runtimeVersion !== undefined && runtimeVersion !== undefined && !isAtLeast(runtimeVersion, manifest.runtimeVersion)) {
        refuse('runtime', { entry: 'runtimeVersion', expected: `an app of ${manifest.runtimeVersion}`, found: runtimeVersion });
      }
      return manifest;
    });
    const state = await this.store.update(() => {}), mark = await manifest.contentMark();
    // The same release with other patches or another number.
    for (const hash of [state.current, state.pending]) {
      if (await (await this.store.manifestIfSound(hash))?.contentMark() !== mark) continue;
      await this.#raise(latest.sequence);
      return { status: 'upToDate' };
    }
    if (state.failed.includes(file.hash) || state.failed.includes(mark)) return { status: 'failedBefore', version: manifest.version };
    if (latest.rollout !== undefined && !await rolloutIncludes(state.installationID, manifest.id, latest.rollout)) {
      return { status: 'notRolledOut' };
    }
    return { status: 'available', update: { manifest, hash: file.hash, bytes, latest, envelope } };
  }

  /** Checks once more what may have changed since an update was found: another page may have installed a newer release. */
  async #checkStanding({ envelope, latest }) {
    if (!envelope) return;
    const { trust } = this.settings;
    await inFile('latest.json', async () => {
      if (trust !== 'server') {
        if ('keys' in trust) await envelope.check(trust.keys, 1);
        else await (await this.#storedRoot(trust.root)).root.check(envelope);
      }
      await this.#checkFreshness(latest);
    });
  }

  async #verifySignatures(envelope) {
    const { trust, now } = this.settings;
    if (trust === 'server') return;
    if ('keys' in trust) {
      await this.#trust(trust.keys);
      await envelope.check(trust.keys, 1);
      return;
    }
    const root = await this.#newestRoot(trust.root);
    if (root.expires !== undefined && root.expires <= now()) refuse('expired', { file: TrustRoot.path(root.version), expected: 'a root that is valid' });
    await root.check(envelope);
  }

  /** Follows the chain of roots from the app's own through those that are stored to the newest of the server. */
  async #newestRoot(first) {
    let { root, files } = await this.#storedRoot(first), isKeyWithdrawn = false;
    const storedCount = files.length;
    while (files.length < 1000) {
      const path = TrustRoot.path(root.version + 1), file = await this.#downloader.small(path, limits.latest);
      if (!file) break;
      const next = await inFile(path, () => root.next(file));
      if (root.keys.some(key => !next.keys.some(other => other.id === key.id))) isKeyWithdrawn = true;
      root = next;
      files.push(file);
    }
    await this.#trust(root.keys, files.length > storedCount ? files : undefined, isKeyWithdrawn);
    return root;
  }

  /** The newest root that is known without asking the server. */
  async #storedRoot(first) {
    let root = await TrustRoot.first(first);
    const files = [];
    for (const file of (await this.store.state()).roots) {
      try {
        root = await root.next(file);
        files.push(file);
      } catch (error) {
        // An app's own root may be newer than those that an older app stored.
        if (!(error instanceof HybridError)) throw error;
      }
    }
    return { root, files };
  }

  /**
   * Remembers whose signatures count. Where a key does no more, a sequence that it drove up after it was stolen is forgotten
   * (The Update Framework 1.0.34, 5.3.11); what only adds keys or renews an expiry opens no way back to older releases.
   */
  async #trust(keys, newFiles, isKeyWithdrawn = false) {
    const ids = keys.map(key => key.id).sort(), { trustedKeys } = await this.store.state();
    if (!newFiles && ids.join() === trustedKeys.join()) return;
    await this.store.update(state => {
      if (newFiles) state.roots = newFiles;
      if (isKeyWithdrawn || state.trustedKeys.some(id => !ids.includes(id))) state.highestSequence = 0;
      state.trustedKeys = ids;
    });
  }

  /** Whether a key that was trusted is withdrawn, as far as is known without asking the server. */
  async #isKeyWithdrawn() {
    const { trust } = this.settings;
    if (trust === 'server') return false;
    let keys;
    try {
      keys = 'keys' in trust ? trust.keys : (await this.#storedRoot(trust.root)).root.keys;
    } catch (error) {
      if (error instanceof HybridError) return false;
      throw error;
    }
    return (await this.store.state()).trustedKeys.some(id => !keys.some(key => key.id === id));
  }

  /** Refuses what is older than what was seen, and what should have been replaced by now. */
  async #checkFreshness(latest) {
    const { highestSequence } = await this.store.state(), now = this.settings.now();
    if (latest.sequence < highestSequence) refuse('rollback', { entry: 'sequence', expected: `${highestSequence} or more`, found: latest.sequence });
    if (latest.expires !== undefined && latest.expires <= now) {
      refuse('expired', { entry: 'expires', expected: `a moment after ${timestampText(now)}`, found: timestampText(latest.expires) });
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
      await this.store.addRelease(update.hash, update.bytes, indices);
      await this.store.update(state => {
        state.pending = update.hash;
        state.highestSequence = Math.max(state.highestSequence, update.latest.sequence);
      });
      return result;
    });
  }

  async #installPackages(packages, manifest, onProgress) {
    const result = { received: 0, patched: [], partial: [], whole: [], unchanged: [] }, indices = [], progress = { received: 0, expected: 0 };
    const expect = bytes => { progress.expected += bytes; };
    const receive = bytes => {
      progress.received += bytes;
      progress.expected = Math.max(progress.expected, progress.received);
      onProgress({ ...progress });
    };
    const waiting = [...packages], lists = { unchanged: result.unchanged, patch: result.patched, partial: result.partial, whole: result.whole };
    let failure = null;
    const work = async () => {
      for (let one = waiting.shift(); one && !failure; one = waiting.shift()) {
        const installer = new PackageInstaller({
          store: this.store, downloader: this.#downloader, package: one, patches: manifest.patches, expect, receive,
        });
        try {
          const installed = await installer.install();
          indices.push(installed);
          lists[installed.way].push(installed.name);
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
      const wanted = manifest?.package(name) ?? refuse('noSuchEntry', { entry: name });
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
    const client = new UpdateClient(this.store, transport, { ...this.settings, trust: 'server', channel: undefined, now: () => 0 });
    const update = await client.#embeddedRelease(await this.#isKeyWithdrawn());
    if (update) await client.install(update);
    return update !== null;
  }

  /** @param {boolean} replacesNewer a key was withdrawn, so that what is installed with a higher sequence may be a thief's */
  async #embeddedRelease(replacesNewer) {
    const state = await this.store.state(), installed = [];
    for (const hash of [state.pending, state.current]) {
      const manifest = await this.store.manifestIfSound(hash);
      if (manifest) installed.push(manifest);
    }
    const file = await this.#downloader.small('latest.json', limits.latest);
    if (!file) refuse('transport.refused', { file: 'latest.json', found: 'the folder has no such file' });
    const latest = decodeLatest(Envelope.decode(file, latestPayloadType).payload);
    if (!replacesNewer && installed.some(one => one.sequence >= latest.sequence)) return null;
    if (latest.manifest.size > limits.manifest) refuse('size', { file: latest.manifest.url, expected: 'at most 16 MiB', found: latest.manifest.size });
    const bytes = await this.#downloader.inMemory(latest.manifest), manifest = Manifest.decode(bytes), mark = await manifest.contentMark();
    for (const one of installed) if (await one.contentMark() === mark) return null;
    return state.failed.includes(mark) ? null : { manifest, hash: latest.manifest.hash, bytes, latest, envelope: null };
  }
}
