import { Sha256 } from './sha2.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param {string} text @returns {Uint8Array} */
export const utf8 = text => encoder.encode(text);

/**
 * The text of bytes; `null` for what is not UTF-8.
 *
 * @param {Uint8Array} bytes
 * @returns {string | null}
 */
export function text(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Whether two arrays hold the same bytes.
 *
 * @param {ArrayLike<number>} left
 * @param {ArrayLike<number>} right
 */
export function equal(left, right) {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

/**
 * The order of the bytes of two texts in UTF-8.
 *
 * @param {string} left
 * @param {string} right
 */
export function compareUTF8(left, right) {
  // Code units order as UTF-8 does, except surrogates, which come after U+E000 to U+FFFF.
  const count = Math.min(left.length, right.length);
  for (let index = 0; index < count; index++) {
    let one = left.charCodeAt(index), other = right.charCodeAt(index);
    if (one === other) continue;
    if (one >= 0xd800 && one < 0xe000) one += 0x10000;
    if (other >= 0xd800 && other < 0xe000) other += 0x10000;
    return one - other;
  }
  return left.length - right.length;
}

/** @param {readonly Uint8Array[]} parts @returns {Uint8Array} */
export function concatenate(parts) {
  if (parts.length === 1) return parts[0];
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const standard = plain + '+/', forURLs = plain + '-_';

/**
 * Base64 (RFC 4648, 4) with padding.
 *
 * @param {Uint8Array} bytes
 */
export const base64 = bytes => {
  const digits = encode(bytes, standard);
  return digits + '='.repeat((4 - digits.length % 4) % 4);
};

/**
 * Base64 (RFC 4648, 5) without padding.
 *
 * @param {Uint8Array} bytes
 */
export const base64URL = bytes => encode(bytes, forURLs);

function encode(bytes, alphabet) {
  let result = '', buffer = 0, bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8 | byte) & 0xffff;
    for (bits += 8; bits >= 6;) result += alphabet[buffer >> (bits -= 6) & 63];
  }
  return bits > 0 ? result + alphabet[buffer << 6 - bits & 63] : result;
}

/**
 * The bytes of base64 with padding in its one spelling; `null` otherwise.
 *
 * @param {string} digits
 */
export function fromBase64(digits) {
  if (digits.length % 4) return null;
  return decode(digits.endsWith('==') ? digits.slice(0, -2) : digits.endsWith('=') ? digits.slice(0, -1) : digits, standard);
}

/**
 * The bytes of base64url without padding in its one spelling; `null` otherwise.
 *
 * @param {string} digits
 */
export const fromBase64URL = digits => decode(digits, forURLs);

function decode(digits, alphabet) {
  if (digits.length % 4 === 1) return null;
  const result = new Uint8Array(digits.length * 3 >> 2);
  let buffer = 0, bits = 0, count = 0;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return null;
    buffer = buffer << 6 | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      result[count++] = buffer >> bits;
      buffer &= (1 << bits) - 1;
    }
  }
  return buffer ? null : result;
}

/**
 * The hash that a digest of 32 bytes is written as.
 *
 * @param {Uint8Array} digest
 */
export const hashText = digest => 'sha256-' + base64URL(digest);

/**
 * The hash of bytes: `sha256-` and base64url.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<string>}
 */
export async function hashOf(bytes) {
  const subtle = globalThis.crypto?.subtle;
  // Small inputs are not worth a task of their own, and pages without TLS have no `subtle`.
  if (subtle && bytes.length > 4096) return hashText(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return hashText(new Sha256().update(bytes).digest());
}

/**
 * Whether a text is a hash as manifests write it.
 *
 * @param {unknown} value
 */
export const isHash = value => typeof value === 'string' && value.length === 50 && value.startsWith('sha256-')
  && fromBase64URL(value.slice(7))?.length === 32;

/**
 * What is in file names for a hash.
 *
 * @param {string} hash
 */
export const nameOf = hash => hash.slice(7);

/** A random name of 128 bits. */
export function randomName() {
  const bytes = new Uint8Array(16);
  if (globalThis.crypto?.getRandomValues) globalThis.crypto.getRandomValues(bytes);
  else for (let index = 0; index < 16; index++) bytes[index] = Math.random() * 256;
  return base64URL(bytes);
}
