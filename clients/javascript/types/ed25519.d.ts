/**
 * 5.1.7 Verify, without WebCrypto.
 *
 * @param {Uint8Array} key 32 bytes @param {Uint8Array} signature 64 bytes @param {Uint8Array} message
 */
export function verifyPortably(key: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean;
/**
 * Whether a signature is the key's over a message.
 *
 * @returns {Promise<boolean>}
 */
export function verify(key: any, signature: any, message: any): Promise<boolean>;
/**
 * Whether 32 bytes may be a key: written in the one way, and of no small order.
 *
 * @param {Uint8Array} bytes
 */
export function isKey(bytes: Uint8Array): boolean;
/**
 * in extended coordinates
 */
export type Point = [bigint, bigint, bigint, bigint];
