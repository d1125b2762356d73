/**
 * A source that is read a piece at a time.
 *
 * @param {ByteSource} source
 * @param {number} [piece]
 * @returns {ByteSource}
 */
export function bufferedSource(source: ByteSource, piece?: number): ByteSource;
/**
 * CRC-32 (ISO 3309).
 *
 * @param {number} crc
 * @param {Uint8Array} bytes
 */
export function crc32(crc: number, bytes: Uint8Array): number;
/**
 * How many bytes at an archive's end hold its directory, when no entry needs ZIP64.
 *
 * @param {Iterable<string>} names
 */
export function tailSize(names: Iterable<string>): number;
export function memorySource(bytes: Uint8Array): ByteSource;
export namespace standardLimits {
    const entryCount: number;
    const unpackedSize: number;
    const areExact: boolean;
}
/**
 * An archive whose structure was checked: both headers of every entry agree, and the entries cover the file without a gap
 * or an overlap.
 */
export class Archive {
    /**
     * @param {ByteSource | Uint8Array} from
     * @param {{entryCount: number, unpackedSize: number, areExact?: boolean}} [limits] what the archive may declare
     */
    static open(from: ByteSource | Uint8Array, limits?: {
        entryCount: number;
        unpackedSize: number;
        areExact?: boolean;
    }): Promise<Archive>;
    /** @private */
    private constructor();
    /** @type {readonly ArchiveEntry[]} */
    entries: readonly ArchiveEntry[];
    /** @param {string} name */
    entry(name: string): any;
    /**
     * Hands on an entry's bytes in pieces.
     *
     * @param {ArchiveEntry} entry
     * @param {(bytes: Uint8Array) => void | Promise<void>} onBytes
     */
    extract(entry: ArchiveEntry, onBytes: (bytes: Uint8Array) => void | Promise<void>): Promise<void>;
    /**
     * An entry's bytes.
     *
     * @param {string} name
     * @returns {Promise<Uint8Array>}
     */
    contents(name: string): Promise<Uint8Array>;
    #private;
}
/** An archive of which only parts are at hand: its end, then the entries that are wanted. */
export class PartialArchive {
    /** @param {Uint8Array} tail the last bytes @param {number} size of the whole @param {{entryCount: number, unpackedSize: number, areExact?: boolean}} limits */
    static open(tail: Uint8Array, size: number, limits: {
        entryCount: number;
        unpackedSize: number;
        areExact?: boolean;
    }): Promise<PartialArchive>;
    /** @private */
    private constructor();
    /** @type {readonly ArchiveEntry[]} */
    entries: readonly ArchiveEntry[];
    /**
     * Where an entry's header and data are.
     *
     * @param {string} name
     * @returns {[number, number] | null}
     */
    range(name: string): [number, number] | null;
    /**
     * Hands on an entry's bytes from a source that holds its range.
     *
     * @param {string} name
     * @param {ByteSource} part
     * @param {(bytes: Uint8Array) => void | Promise<void>} onBytes
     */
    extract(name: string, part: ByteSource, onBytes: (bytes: Uint8Array) => void | Promise<void>): Promise<void>;
    #private;
}
/**
 * a file in an archive, as both headers have it
 */
export type ArchiveEntry = {
    name: string;
    /**
     * stored or deflate
     */
    method: 0 | 8;
    /**
     * CRC-32
     */
    checksum: number;
    /**
     * bytes in the archive
     */
    packed: number;
    /**
     * bytes unpacked
     */
    size: number;
    /**
     * of the local header
     */
    offset: number;
    /**
     * of the data
     */
    dataOffset: number;
    /**
     * version, flags, time and date
     */
    common: number[];
};
export type ByteSource = {
    size: number;
    read: (start: number, end: number) => Uint8Array | Promise<Uint8Array>;
};
