/**
 * @typedef {object} WorkerOptions
 * @property {string} server the address of the folder with `latest.json`, relative to the worker's
 * @property {string | import('./updating.js').Trust} trust the first root's file in base64, or as `UpdateClient` takes it
 * @property {'navigation' | 'restart'} [switching] when pages take a new release: each at its next navigation, or all once no
 *   page is open; `navigation` without. A page that is open keeps its release until it is left.
 * @property {import('./manifest.js').Device} [device] decides which viewport's package is installed; none without
 * @property {string} [channel] @property {string} [runtimeVersion] @property {string} [base] as in the configuration
 * @property {number} [checkInterval] seconds between two looks for an update, which navigations begin: 900
 * @property {boolean} [paintsFirstScreens] whether pages are painted from the release's display lists while they load; where the
 *   release has them
 * @property {number} [healthyAfter] a release is healthy when a page of it has been open for so many seconds; without, pages say so
 * @property {number} [maximumSize] what the store may take up in bytes
 * @property {import('./files.js').Files} [files] where releases are kept: IndexedDB
 * @property {number} [trialSeconds] @property {number} [trialLaunches] as in `ReleaseStore`
 * @property {number} [attempts] @property {number} [pause] as in `UpdateSettings`
 * @property {typeof import('./patch.js').applyPatch} [applyPatch] makes packages from older ones; without, patches are not fetched
 * @property {typeof import('./screens.js').withFirstScreen} [withFirstScreen] puts a page's first screen in front of it; none without
 * @property {typeof import('./pictures.js')} [pictures] keeps first screens as they were painted; without, they are painted each time
 */
/**
 * Makes the running service worker serve releases. Call it while the worker's script is evaluated.
 *
 * @param {WorkerOptions} options
 * @param {any} [scope] the worker's global scope
 */
export function startWorker(options: WorkerOptions, scope?: any): ReleaseWorker;
/** What `startWorker` runs. */
export class ReleaseWorker {
    constructor(options: any, scope: any);
    store: ReleaseStore;
    client: BasicUpdateClient;
    /** Whether a URL is of the folder with releases, or the worker's own script: the network answers those. */
    isServers(url: any): boolean;
    /** Installs the first release, so that the next start needs no network. */
    prepare(): Promise<void>;
    /**
     * Looks for an update and installs it.
     *
     * @returns {Promise<{status: string, version?: string}>}
     */
    update(): Promise<{
        status: string;
        version?: string;
    }>;
    /** As `update`; what goes wrong is the next one's to mend. */
    updateQuietly(): Promise<void>;
    /** Answers a request from the release of its page; the network answers what the release does not have. */
    answer(event: any): Promise<Response>;
    /** Answers what `connect` of `hybrid-client/page` asks. */
    receive({ data, source, ports }: {
        data: any;
        source: any;
        ports: any;
    }): Promise<void>;
    #private;
}
export type WorkerOptions = {
    /**
     * the address of the folder with `latest.json`, relative to the worker's
     */
    server: string;
    /**
     * the first root's file in base64, or as `UpdateClient` takes it
     */
    trust: string | import('./updating.js').Trust;
    /**
     * when pages take a new release: each at its next navigation, or all once no
     * page is open; `navigation` without. A page that is open keeps its release until it is left.
     */
    switching?: 'navigation' | 'restart';
    /**
     * decides which viewport's package is installed; none without
     */
    device?: import('./manifest.js').Device;
    channel?: string;
    runtimeVersion?: string;
    /**
     * as in the configuration
     */
    base?: string;
    /**
     * seconds between two looks for an update, which navigations begin: 900
     */
    checkInterval?: number;
    /**
     * whether pages are painted from the release's display lists while they load; where the
     * release has them
     */
    paintsFirstScreens?: boolean;
    /**
     * a release is healthy when a page of it has been open for so many seconds; without, pages say so
     */
    healthyAfter?: number;
    /**
     * what the store may take up in bytes
     */
    maximumSize?: number;
    /**
     * where releases are kept: IndexedDB
     */
    files?: import('./files.js').Files;
    trialSeconds?: number;
    /**
     * as in `ReleaseStore`
     */
    trialLaunches?: number;
    attempts?: number;
    /**
     * as in `UpdateSettings`
     */
    pause?: number;
    /**
     * makes packages from older ones; without, patches are not fetched
     */
    applyPatch?: typeof import('./patch.js').applyPatch;
    /**
     * puts a page's first screen in front of it; none without
     */
    withFirstScreen?: typeof import('./screens.js').withFirstScreen;
    /**
     * keeps first screens as they were painted; without, they are painted each time
     */
    pictures?: typeof import('./pictures.js');
};
import { ReleaseStore } from "./store.js";
import { BasicUpdateClient } from "./updating.js";
