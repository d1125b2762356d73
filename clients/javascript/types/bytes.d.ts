/**
 * The text of bytes; `null` for what is not UTF-8.
 *
 * @param {Uint8Array} bytes
 * @returns {string | null}
 */
export function text(bytes: Uint8Array): string | null;
/**
 * Whether two arrays hold the same bytes.
 *
 * @param {ArrayLike<number>} left
 * @param {ArrayLike<number>} right
 */
export function equal(left: ArrayLike<number>, right: ArrayLike<number>): boolean;
/**
 * The order of the bytes of two texts in UTF-8.
 *
 * @param {string} left
 * @param {string} right
 */
export function compareUTF8(left: string, right: string): number;
/** @param {readonly Uint8Array[]} parts @returns {Uint8Array} */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array;
/**
 * The bytes of base64 with padding in its one spelling; `null` otherwise.
 *
 * @param {string} digits
 */
export function fromBase64(digits: string): Uint8Array;
/**
 * The hash of bytes: `sha256-` and base64url.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<string>}
 */
export function hashOf(bytes: Uint8Array): Promise<string>;
/** A random name of 128 bits. */
export function randomName(): string;
export function utf8(text: string): Uint8Array;
export function base64(bytes: Uint8Array): string;
export function base64URL(bytes: Uint8Array): string;
export function fromBase64URL(digits: string): Uint8Array;
export function hashText(digest: Uint8Array): string;
export function isHash(value: unknown): boolean;
export function nameOf(hash: string): string;
