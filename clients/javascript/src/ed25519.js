// Ed25519 (RFC 8032): by WebCrypto where it is there, otherwise by big integers, in about 10 ms a signature.
import { sha512 } from './sha2.js';
import { base64, equal } from './bytes.js';

const p = 2n ** 255n - 19n, order = 2n ** 252n + 27742317777372353535851937790883648493n;
/** @param {bigint} value */
const mod = value => (value % p + p) % p;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  for (base = mod(base); exponent; exponent >>= 1n) {
    if (exponent & 1n) result = result * base % p;
    base = base * base % p;
  }
  return result;
}

const d = mod(-121665n * power(121666n, p - 2n)), rootOfMinusOne = power(2n, (p - 1n) / 4n);

/** @param {Uint8Array} bytes */
function littleEndian(bytes) {
  let value = 0n;
  for (let index = bytes.length; index--;) value = value << 8n | BigInt(bytes[index]);
  return value;
}

/** @typedef {[bigint, bigint, bigint, bigint]} Point in extended coordinates */

/**
 * 5.1.3 Decoding.
 *
 * @returns {Point | null}
 */
function point(bytes) {
  const sign = bytes[31] >> 7, y = littleEndian(bytes) & 2n ** 255n - 1n;
  if (y >= p) return null;
  const u = mod(y * y - 1n), v = mod(d * y * y + 1n);
  let x = mod(u * v ** 3n * power(u * v ** 7n, (p - 5n) / 8n));
  if (mod(v * x * x) !== u) {
    x = mod(x * rootOfMinusOne);
    if (mod(v * x * x) !== u) return null;
  }
  if (x === 0n && sign) return null;
  if (Number(x & 1n) !== sign) x = p - x;
  return [x, y, 1n, mod(x * y)];
}

/**
 * 5.1.4 Point Addition.
 *
 * @param {Point} one
 * @param {Point} other
 * @returns {Point}
 */
function add(one, other) {
  const [x1, y1, z1, t1] = one, [x2, y2, z2, t2] = other;
  const a = (y1 - x1) * (y2 - x2), b = (y1 + x1) * (y2 + x2), c = 2n * t1 * t2 % p * d, e = 2n * z1 * z2;
  const f = mod(b - a), g = mod(e - c), h = mod(e + c), i = mod(b + a);
  return [f * g % p, h * i % p, g * h % p, f * i % p];
}

/** @param {bigint} factor @param {Point} base @returns {Point} */
function multiply(factor, base) {
  /** @type {Point} */
  let result = [0n, 1n, 1n, 0n];
  for (; factor; factor >>= 1n) {
    if (factor & 1n) result = add(result, base);
    base = add(base, base);
  }
  return result;
}

/** @param {Point} point */
function encoded([x, y, z]) {
  const inverse = power(z, p - 2n), bytes = new Uint8Array(32);
  let value = mod(y * inverse) | (mod(x * inverse) & 1n) << 255n;
  for (let index = 0; index < 32; index++, value >>= 8n) bytes[index] = Number(value & 255n);
  return bytes;
}

const basePoint = () => point(Uint8Array.from({ length: 32 }, (_, index) => index ? 0x66 : 0x58));

/**
 * 5.1.7 Verify, without WebCrypto.
 *
 * @param {Uint8Array} key 32 bytes @param {Uint8Array} signature 64 bytes @param {Uint8Array} message
 */
export function verifyPortably(key, signature, message) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const a = point(key), s = littleEndian(signature.subarray(32));
  if (!a || s >= order) return false;
  const input = new Uint8Array(64 + message.length);
  input.set(signature.subarray(0, 32));
  input.set(key, 32);
  input.set(message, 64);
  const k = littleEndian(sha512(input)) % order;
  /** @type {Point} */
  const minusA = [mod(-a[0]), a[1], a[2], mod(-a[3])];
  return equal(encoded(add(multiply(s, basePoint()), multiply(k, minusA))), signature.subarray(0, 32));
}

let canUseSubtle;

/**
 * Whether a signature is the key's over a message.
 *
 * @returns {Promise<boolean>}
 */
export async function verify(key, signature, message) {
  if (signature.length !== 64) return false;
  const subtle = globalThis.crypto?.subtle;
  if (subtle && canUseSubtle !== false) {
    let imported;
    try {
      imported = await subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
      canUseSubtle = true;
    } catch {
      // A key that is not a point, or a browser without Ed25519: the portable code knows which.
    }
    if (imported) return subtle.verify({ name: 'Ed25519' }, imported, signature, message);
  }
  return verifyPortably(key, signature, message);
}

/** The y of the points of order 4, 1, 2 and 8, least byte first, in base64. */
const smallOrders = [
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  '7P///////////////////////////////////////38=', 'JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/AU=',
  'xxdqcD1N2E+6PAt2DRBnDyogU/osOczGTsf9d5KsA3o=',
];

/**
 * Whether 32 bytes may be a key: written in the one way, and of no small order.
 *
 * @param {Uint8Array} bytes
 */
export function isKey(bytes) {
  if (bytes.length !== 32) return false;
  const y = Uint8Array.from(bytes);
  y[31] &= 0x7f;
  return littleEndian(y) < p && !smallOrders.includes(base64(y));
}
