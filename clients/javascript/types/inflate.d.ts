/**
 * A whole stream inflated; every byte must belong to it.
 *
 * @param {Uint8Array} bytes
 * @param {number} limit
 */
export function inflate(bytes: Uint8Array, limit: number): Uint8Array;
/** Reads one raw deflate stream piece by piece, and never makes more bytes than allowed. */
export class Inflater {
    /** @param {number} limit the most bytes that may come out @param {(bytes: Uint8Array) => void} emit takes them in order */
    constructor(limit: number, emit: (bytes: Uint8Array) => void);
    /** How many bytes came out so far. */
    total: number;
    /**
     * Inflates a piece of the stream.
     *
     * @param {Uint8Array} bytes @param {boolean} isLast whether the stream must end with them
     */
    push(bytes: Uint8Array, isLast: boolean): void;
    #private;
}
