/**
 * Remembers that a sequence was accepted, and by whose signatures.
 *
 * @param {StoreState} state
 * @param {number} sequence
 * @param {string[] | null} keys `null` for the release that came with the app
 */
export function accept(state: StoreState, sequence: number, keys: string[] | null): void;
/**
 * The highest sequence that was accepted with signatures that meet a threshold of keys; 0 when none does.
 *
 * @param {StoreState} state
 * @param {number} threshold
 * @param {readonly string[]} keys
 */
export function floor(state: StoreState, threshold: number, keys: readonly string[]): number;
/**
 * Trusts other keys from now on. Where one is withdrawn, sequences count that the remaining keys vouch for: a thief may have
 * driven the number up (a fast-forward attack), and older releases stay refused all the same. What only adds keys or renews an
 * expiry changes no sequence. The Update Framework 1.0.34, 5.3.11.
 *
 * @param {StoreState} state
 * @param {readonly string[]} ids
 * @param {number} threshold
 */
export function trustKeys(state: StoreState, ids: readonly string[], threshold: number): void;
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
    /** @param {Files} files @param {{trialSeconds?: number, trialLaunches?: number, uptime?: () => number}} [options] */
    constructor(files: Files, options?: {
        trialSeconds?: number;
        trialLaunches?: number;
        uptime?: () => number;
    });
    /** @type {Files} */ files: Files;
    /** How long a new release may take until it is called healthy, in seconds. */
    trialSeconds: number;
    /** How often a new release may be launched without being called healthy. */
    trialLaunches: number;
    /**
     * Gives the seconds since the device was started, which nobody sets. Browsers have no such clock: there it is the time.
     *
     * @type {() => number}
     */
    uptime: () => number;
    /** @returns {Promise<StoreState>} */
    state(): Promise<StoreState>;
    /**
     * Changes the state under the store's lock.
     *
     * @param {(state: StoreState) => void | Promise<void>} change
     * @returns {Promise<StoreState>}
     */
    update(change: (state: StoreState) => void | Promise<void>): Promise<StoreState>;
    /**
     * Runs what adds or removes entries: one at a time, in all pages, workers and processes.
     *
     * @template T
     * @param {() => Promise<T>} body
     */
    installing<T>(body: () => Promise<T>): Promise<T>;
    /** @param {string} hash */
    objectName(hash: string): string;
    /**
     * Whether the store has an entry's bytes; their hash was checked when they came.
     *
     * @param {string} hash
     */
    has(hash: string): Promise<boolean>;
    /** @param {readonly {hash: string}[]} entries */
    missing(entries: readonly {
        hash: string;
    }[]): Promise<{
        hash: string;
    }[]>;
    /**
     * Adds an entry piece by piece, so that large ones need little memory.
     *
     * @param {string | null} hash what its hash must be, or one whose hash is another is not kept; `null` keeps it whatever it is
     * @param {(take: (bytes: Uint8Array) => void) => Promise<void>} extract calls its argument with the bytes in order
     * @returns {Promise<string>} the hash of what came
     */
    addObject(hash: string | null, extract: (take: (bytes: Uint8Array) => void) => Promise<void>): Promise<string>;
    /**
     * An entry's bytes, or a part of them.
     *
     * @param {string} hash
     * @param {number} [start]
     * @param {number} [end]
     * @returns {Promise<Uint8Array>}
     */
    object(hash: string, start?: number, end?: number): Promise<Uint8Array>;
    /** @param {string} hash */
    releaseName(hash: string): string;
    /**
     * The hashes of the manifests of all installed releases.
     *
     * @returns {Promise<string[]>}
     */
    installedReleases(): Promise<string[]>;
    /**
     * The manifest of an installed release.
     *
     * @param {string} hash
     * @returns {Promise<Manifest>}
     */
    manifest(hash: string): Promise<Manifest>;
    /**
     * As `manifest`; `null` where it cannot be read.
     *
     * @param {string | undefined} hash
     */
    manifestIfSound(hash: string | undefined): Promise<Manifest>;
    /**
     * The index of an installed package as it was published; `null` where the package is not installed.
     *
     * @param {string} release
     * @param {import('./manifest.js').Package} package_
     */
    indexFile(release: string, package_: import('./manifest.js').Package): Promise<Uint8Array>;
    /** @param {string} release @param {import('./manifest.js').Package} package_ @returns {Promise<import('./manifest.js').IndexEntry[] | null>} */
    index(release: string, package_: import('./manifest.js').Package): Promise<import('./manifest.js').IndexEntry[] | null>;
    /** Makes a release whose entries are all in the store an installed one: the manifest, which makes it one, comes last. */
    addRelease(hash: any, manifest: any, indices: any): Promise<void>;
    /** Adds the index of a package, whose entries are all in the store, to an installed release. */
    addIndex(bytes: any, name: any, release: any): Promise<void>;
    /**
     * Opens an installed release.
     *
     * @param {string} hash
     * @returns {Promise<Release>}
     */
    open(hash: string): Promise<Release>;
    /**
     * Decides at the start of the app which release is shown: takes up one that was installed for the next launch, and takes
     * back one on trial that was not called healthy.
     *
     * @param {number} [now] seconds since 1970
     * @returns {Promise<Release | null>} `null` when none is installed
     */
    launch(now?: number): Promise<Release | null>;
    /**
     * Shows an installed release from now on, for an app that does not wait for its next launch.
     *
     * @param {number} [now]
     * @returns {Promise<Release | null>}
     */
    activatePending(now?: number): Promise<Release | null>;
    /**
     * Says that a release works: it is not taken back any more. It is not said of another that is current by now.
     *
     * @param {Release | string} [release] the release that was shown, or its manifest's hash; the current one without
     * @returns {Promise<boolean>} whether the current release is healthy
     */
    markHealthy(release?: Release | string): Promise<boolean>;
    /**
     * Takes the current release back when it has been on trial for longer than `trialSeconds`; it is not tried again.
     *
     * @param {number} [now] @returns {Promise<boolean>} whether it was taken back
     */
    rollBackIfUnhealthy(now?: number): Promise<boolean>;
    /**
     * Removes what no release that may still be shown needs: other releases, their entries, unfinished downloads beyond the
     * cap. Where the store is larger still and the current release is healthy, the one before it goes too.
     *
     * @param {{maximumSize?: number, keep?: readonly string[]}} [options] `keep`: releases that pages still show
     * @returns {Promise<{size: number, removedPrevious: boolean}>}
     */
    prune(options?: {
        maximumSize?: number;
        keep?: readonly string[];
    }): Promise<{
        size: number;
        removedPrevious: boolean;
    }>;
    /**
     * Every fault of the installed releases that may be shown: what tests of crashes look at.
     *
     * @returns {Promise<string[]>}
     */
    verify(): Promise<string[]>;
    #private;
}
export function seconds(): number;
export type Files = import('./files.js').Files;
/**
 * what a store remembers between launches
 */
export type StoreState = {
    /**
     * the hash of the manifest of the release that is shown
     */
    current?: string;
    /**
     * the release before, which a bad one falls back to
     */
    previous?: string;
    /**
     * an installed release that is shown from the next launch on
     */
    pending?: string;
    isOnTrial: boolean;
    trialLaunches: number;
    /**
     * seconds since 1970
     */
    trialStart: number;
    /**
     * seconds since the device was started
     */
    trialUptime: number;
    /**
     * releases that were taken back
     */
    failed: string[];
    /**
     * the lowest sequence that is accepted: the highest that was
     */
    highestSequence: number;
    /**
     * the highest accepted sequence for each set of keys that had signed
     * it; without keys, for the release that came with the app
     */
    accepted: {
        sequence: number;
        keys?: string[];
    }[];
    /**
     * of the newest root that was accepted
     */
    rootVersion: number;
    /**
     * the hash of the app's own root from which it follows
     */
    rootOrigin?: string;
    trustedKeys: string[];
    /**
     * the files of the roots after the app's own
     */
    roots: Uint8Array[];
    installationID: string;
};
import { Manifest } from "./manifest.js";
import { Release } from "./release.js";
