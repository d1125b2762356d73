/**
 * The SHA-512 of bytes: slow, and for short messages.
 *
 * @param {Uint8Array} bytes
 */
export function sha512(bytes: Uint8Array): Uint8Array;
/** A SHA-256 that is computed piece by piece. */
export class Sha256 {
    /** The number of bytes given so far. */
    length: number;
    /** @param {Uint8Array} bytes */
    update(bytes: Uint8Array): Sha256;
    /** The 32 bytes. */
    digest(): Uint8Array;
    #private;
}
