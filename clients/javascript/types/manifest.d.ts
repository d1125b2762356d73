/**
 * Reads a package's index: entries in the order of their paths.
 *
 * @param {Uint8Array} bytes
 * @returns {IndexEntry[]}
 */
export function decodeIndex(bytes: Uint8Array): IndexEntry[];
/**
 * An index's file: canonical JSON.
 *
 * @param {readonly IndexEntry[]} entries
 */
export function encodeIndex(entries: readonly IndexEntry[]): Uint8Array;
/**
 * The id of a release.
 *
 * @param {Iterable<{package: string, path: string, hash: string}>} entries
 */
export function identity(entries: Iterable<{
    package: string;
    path: string;
    hash: string;
}>): Promise<string>;
/**
 * Checks a file's bytes against what refers to it.
 *
 * @param {FileReference} file
 * @param {Uint8Array} bytes
 */
export function checkFile(file: FileReference, bytes: Uint8Array): Promise<void>;
/**
 * Checks what the entries hold that a manifest names as `routes` and `pages` (rule 38 of docs/reference/format.md).
 *
 * @param {Manifest} manifest @param {readonly IndexEntry[]} index of the base package
 * @param {(entry: IndexEntry) => Promise<Uint8Array>} read
 */
export function checkListings(manifest: Manifest, index: readonly IndexEntry[], read: (entry: IndexEntry) => Promise<Uint8Array>): Promise<void>;
/**
 * Whether a text is a semantic version (semver.org), with numbers of at most 18 digits.
 *
 * @param {string} text
 */
export function isVersion(text: string): boolean;
/** The newest version of the format that this reads. */
export const formatVersion: 1;
export namespace limits {
    const latest: number;
    const manifest: number;
    const index: number;
    const indexes: number;
    const entries: number;
    const roots: number;
    const rootBytes: number;
    const indexValues: number;
    const listingValues: number;
}
/** @typedef {import('./trust.js').FileReference} FileReference */
/** @typedef {[top: number, right: number, bottom: number, left: number]} Insets in CSS px */
/** @typedef {{name: string, width: number, height: number, scale: number, fontScale: number, colorScheme: string, safeArea: Insets}} Viewport */
/** @typedef {{name: string, archive: FileReference, unpackedSize: number, entryCount: number, load: 'install' | 'onDemand', viewport?: string, index: FileReference}} Package */
/** @typedef {{from: string, to: string, package: string, file: FileReference}} Patch */
/** @typedef {{path: string, hash: string, size: number, contentType: string}} IndexEntry */
/** What a release consists of: `manifests/<hash>.json`. */
export class Manifest {
    /**
     * Reads a manifest: strict on what it needs, blind to members that it does not know.
     *
     * @param {Uint8Array} bytes
     */
    static decode(bytes: Uint8Array): Manifest;
    /** @type {string} */ id: string;
    /** @type {string} */ name: string;
    /** @type {string} */ version: string;
    /** @type {number} */ sequence: number;
    /** @type {string | undefined} */ runtimeVersion: string | undefined;
    /** @type {Viewport[]} */ viewports: Viewport[];
    /** @type {Package[]} */ packages: Package[];
    /** The entries of the base package with the routes and the pages. @type {string | undefined} */ routes: any;
    /** @type {string | undefined} */ pages: string | undefined;
    /** @type {any} */ navigation: any;
    /** @type {{family: string, hash: string, subset?: string}[]} */ fonts: {
        family: string;
        hash: string;
        subset?: string;
    }[];
    /** @type {Patch[]} */ patches: Patch[];
    /** @param {string} name */
    package(name: string): Package;
    /** The same for manifests that differ only in their patches and number: what is remembered of a release that failed. */
    contentMark(): Promise<string>;
    /**
     * The viewports, the nearest to a device first; the width weighs most, since everything follows from it.
     *
     * @param {Device} device
     */
    viewportsByDistance(device: Device): Viewport[];
    #private;
}
export type FileReference = import('./trust.js').FileReference;
/**
 * in CSS px
 */
export type Insets = [top: number, right: number, bottom: number, left: number];
export type Viewport = {
    name: string;
    width: number;
    height: number;
    scale: number;
    fontScale: number;
    colorScheme: string;
    safeArea: [top: number, right: number, bottom: number, left: number];
};
export type Package = {
    name: string;
    archive: FileReference;
    unpackedSize: number;
    entryCount: number;
    load: 'install' | 'onDemand';
    viewport?: string;
    index: FileReference;
};
export type Patch = {
    from: string;
    to: string;
    package: string;
    file: FileReference;
};
export type IndexEntry = {
    path: string;
    hash: string;
    size: number;
    contentType: string;
};
/**
 * what a device shows pages with, in CSS px
 */
export type Device = {
    width: number;
    height: number;
    scale?: number;
    fontScale?: number;
    colorScheme?: 'light' | 'dark';
    /**
     * how far the screen's notch and bars reach into the page
     */
    safeArea?: {
        top?: number;
        right?: number;
        bottom?: number;
        left?: number;
    };
};
