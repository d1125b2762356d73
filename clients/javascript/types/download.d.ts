/** @typedef {import('./trust.js').FileReference} FileReference */
export class Downloader {
    /** @param {{transport: import('./transport.js').Transport, files: import('./files.js').Files, attempts?: number, pause?: number, signal?: AbortSignal}} options */
    constructor({ transport, files, attempts, pause, signal }: {
        transport: import('./transport.js').Transport;
        files: import('./files.js').Files;
        attempts?: number;
        pause?: number;
        signal?: AbortSignal;
    });
    transport: import("./transport.js").Transport;
    files: import("./files.js").Files;
    attempts: number;
    pause: number;
    signal: AbortSignal;
    /**
     * A small file of unknown size, such as `latest.json`; `null` when the server has none.
     *
     * @param {string} path
     * @param {number} limit
     */
    small(path: string, limit: number): Promise<any>;
    /**
     * A file whose size and hash are known, in memory.
     *
     * @param {FileReference} file
     */
    inMemory(file: FileReference): Promise<any>;
    /**
     * A file whose size and hash are known, kept in the store until it is discarded; what was fetched of it before is not
     * fetched again. The caller holds the installation lock.
     *
     * @param {FileReference} file @param {(bytes: number) => void} onBytes
     */
    fetch(file: FileReference, onBytes: (bytes: number) => void): Promise<string>;
    /**
     * A part of a file; nothing is known of its bytes.
     *
     * @param {FileReference} file @param {number} start @param {number} end @param {(bytes: number) => void} onBytes
     * @returns {Promise<string>} the name of a file only with the part
     */
    fetchPart(file: FileReference, start: number, end: number, onBytes: (bytes: number) => void): Promise<string>;
    /** @param {FileReference} file */
    name(file: FileReference): string;
    /**
     * How many bytes of a file are still to be fetched.
     *
     * @param {FileReference} file
     */
    remaining(file: FileReference): Promise<number>;
    /**
     * Removes a file that has been used, and parts of it.
     *
     * @param {FileReference} file
     */
    discard(file: FileReference): Promise<void>;
    #private;
}
export type FileReference = import('./trust.js').FileReference;
