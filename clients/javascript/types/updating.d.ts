/** Asks for updates and installs them into a store; without patches, unless the settings say what applies them. */
export class BasicUpdateClient {
    /** @param {import('./store.js').ReleaseStore} store @param {import('./transport.js').Transport} transport @param {UpdateSettings} settings */
    constructor(store: import('./store.js').ReleaseStore, transport: import('./transport.js').Transport, settings: UpdateSettings);
    store: import("./store.js").ReleaseStore;
    settings: {
        trust: Trust;
        /**
         * decides which viewport's package is installed; none without
         */
        device?: import("./manifest.js").Device;
        /**
         * the version of the app, which a release may need a minimum of
         */
        runtimeVersion?: string;
        /**
         * the channel that the app follows
         */
        channel?: string;
        /**
         * how many files are fetched at once: 3
         */
        parallelRequests: number;
        /**
         * how often a request is tried: 4
         */
        attempts?: number;
        /**
         * the first pause between two tries in seconds: 0.5
         */
        pause?: number;
        /**
         * seconds since 1970
         */
        now: () => number;
        /**
         * makes packages from older ones; without, patches are not fetched
         */
        applyPatch?: typeof import('./patch.js').applyPatch;
        /**
         * ends what runs with `cancelled`; what came is kept
         */
        signal?: AbortSignal;
    };
    /**
     * Asks which release is the current one, and verifies what says so.
     *
     * @returns {Promise<UpdateCheck>}
     */
    check(): Promise<UpdateCheck>;
    /**
     * Fetches what the store lacks of a release and installs it for the next launch. When it throws, nothing of the release is
     * shown, and what was fetched is kept for the next try.
     *
     * @param {AvailableUpdate} update what `check` found
     * @param {(progress: UpdateProgress) => void} [onProgress]
     * @returns {Promise<UpdateResult>}
     */
    install(update: AvailableUpdate, onProgress?: (progress: UpdateProgress) => void): Promise<UpdateResult>;
    /**
     * Fetches a package of the shown release that is loaded on demand.
     *
     * @param {string} name
     * @param {(progress: UpdateProgress) => void} [onProgress]
     * @returns {Promise<UpdateResult>}
     */
    installOnDemand(name: string, onProgress?: (progress: UpdateProgress) => void): Promise<UpdateResult>;
    /**
     * Installs the release that came with the app, unless the store has one that is as new. Call it before `launch`.
     *
     * @param {import('./transport.js').Transport} transport of the folder that came with the app
     * @returns {Promise<boolean>} whether it was installed
     */
    installEmbedded(transport: import('./transport.js').Transport): Promise<boolean>;
    #private;
}
export type VerificationKey = import('./trust.js').VerificationKey;
/**
 * whose releases are installed: those signed as
 *   the root of trust says, whose first file came with the app; those signed by one of some keys, for ever; or those of the
 *   server, whatever it sends, only for development
 */
export type Trust = {
    root: Uint8Array;
} | {
    keys: VerificationKey[];
} | 'server';
export type UpdateSettings = {
    trust: Trust;
    /**
     * decides which viewport's package is installed; none without
     */
    device?: import('./manifest.js').Device;
    /**
     * the version of the app, which a release may need a minimum of
     */
    runtimeVersion?: string;
    /**
     * the channel that the app follows
     */
    channel?: string;
    /**
     * how many files are fetched at once: 3
     */
    parallelRequests?: number;
    /**
     * how often a request is tried: 4
     */
    attempts?: number;
    /**
     * the first pause between two tries in seconds: 0.5
     */
    pause?: number;
    /**
     * seconds since 1970
     */
    now?: () => number;
    /**
     * makes packages from older ones; without, patches are not fetched
     */
    applyPatch?: typeof import('./patch.js').applyPatch;
    /**
     * ends what runs with `cancelled`; what came is kept
     */
    signal?: AbortSignal;
};
/**
 * bytes
 */
export type UpdateProgress = {
    received: number;
    expected: number;
};
export type UpdateResult = {
    received: number;
    patched: string[];
    partial: string[];
    whole: string[];
    unchanged: string[];
};
/**
 * a release that can be installed; its manifest is verified
 */
export type AvailableUpdate = {
    manifest: Manifest;
    hash: string;
    bytes: Uint8Array;
    latest: import('./trust.js').LatestRelease;
    /**
     * what signed it; `null` for the release that came with the app, and for repairs
     */
    envelope: Envelope | null;
    /**
     * the ids of the trusted keys that have
     */
    signers: string[] | null;
    /**
     * whether it gives the shown release what it lacks of its own files
     */
    isRepair: boolean;
};
export type UpdateCheck = {
    status: 'upToDate' | 'notRolledOut';
} | {
    status: 'failedBefore';
    version: string;
} | {
    status: 'otherChannel';
    channel: string | undefined;
} | {
    status: 'available';
    update: AvailableUpdate;
};
import { Manifest } from "./manifest.js";
import { Envelope } from "./trust.js";
