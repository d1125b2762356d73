/**
 * Makes a target from a source and a delta.
 *
 * UNIMPLEMENTED: windows that copy from earlier windows of the target (`VCD_TARGET`), which encoders seldom write.
 *
 * @param {Uint8Array} delta
 * @param {import('./archive.js').ByteSource} source
 * @param {number} limit the most bytes that may come out
 * @param {(bytes: Uint8Array) => void | Promise<void>} onBytes takes the target's windows in order
 * @returns {Promise<number>} how many bytes came out
 */
export function decodeVCDIFF(delta: Uint8Array, source: import('./archive.js').ByteSource, limit: number, onBytes: (bytes: Uint8Array) => void | Promise<void>): Promise<number>;
/**
 * 0 nothing, 1 add, 2 run, 3 copy
 */
export type Instruction = [type: number, size: number, mode: number];
