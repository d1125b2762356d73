/**
 * Reads one declaration's bytes.
 *
 * @param {Uint8Array} bytes the declaration's
 * @param {(index: number) => string | null} string the file's strings
 * @returns {string} the computed value in CSS's syntax
 * @throws {Error} where the bytes are not a value
 */
export function valueText(bytes: Uint8Array, string: (index: number) => string | null): string;
