/** @typedef {import('./manifest.js').IndexEntry} IndexEntry */
/** A release whose entries can be read; each is checked against its hash. */
export class Release {
    /**
     * Stores make releases.
     *
     * @param {string} hash
     * @param {import('./manifest.js').Manifest} manifest
     * @param {Map<string, Map<string, IndexEntry>>} packages
     * @param {(entry: IndexEntry, start?: number, end?: number) => Promise<Uint8Array>} read
     */
    constructor(hash: string, manifest: import('./manifest.js').Manifest, packages: Map<string, Map<string, IndexEntry>>, read: (entry: IndexEntry, start?: number, end?: number) => Promise<Uint8Array>);
    /** The hash of the manifest. */
    hash: string;
    manifest: import("./manifest.js").Manifest;
    /** The names of the packages that are installed. */
    get packages(): string[];
    /**
     * An entry such as `web/index.html`, looked for in the base package, then in the others.
     *
     * @param {string} path
     * @returns {IndexEntry | null}
     */
    entry(path: string): IndexEntry | null;
    /**
     * Every path.
     *
     * @returns {string[]}
     */
    paths(): string[];
    /**
     * The bytes of an entry, or a part of them.
     *
     * @param {string} path
     * @param {number} [start]
     * @param {number} [end]
     * @returns {Promise<Uint8Array>}
     */
    contents(path: string, start?: number, end?: number): Promise<Uint8Array>;
    /**
     * The text of an entry.
     *
     * @param {string} path
     */
    text(path: string): Promise<string>;
    /**
     * The value of a JSON entry; `null` where the release has none.
     *
     * @param {string | undefined} path
     */
    json(path: string | undefined): Promise<any>;
    #private;
}
export type IndexEntry = import('./manifest.js').IndexEntry;
