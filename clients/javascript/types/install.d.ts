/**
 * Joins ranges that are near each other: a request costs as much as some bytes.
 *
 * @param {[number, number][]} ranges
 */
export function joinRanges(ranges: [number, number][]): [number, number][];
export class PackageInstaller {
    /**
     * @param {{store: import('./store.js').ReleaseStore, downloader: import('./download.js').Downloader, package: Package,
     *   manifest: import('./manifest.js').Manifest, applyPatch?: typeof import('./patch.js').applyPatch, expect: (bytes: number) => void, receive: (bytes: number) => void}} options
     */
    constructor(options: {
        store: import('./store.js').ReleaseStore;
        downloader: import('./download.js').Downloader;
        package: Package;
        manifest: import('./manifest.js').Manifest;
        applyPatch?: typeof import('./patch.js').applyPatch;
        expect: (bytes: number) => void;
        receive: (bytes: number) => void;
    });
    /** @returns {Promise<Installed>} */
    install(): Promise<Installed>;
    #private;
}
export type Package = import('./manifest.js').Package;
export type IndexEntry = import('./manifest.js').IndexEntry;
export type Way = 'unchanged' | 'patch' | 'partial' | 'whole';
/**
 * a package whose entries are all in the store
 */
export type Installed = {
    name: string;
    index: Uint8Array;
    way: Way;
};
