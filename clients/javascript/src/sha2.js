// SHA-2 (FIPS 180-4): SHA-256 piece by piece, which WebCrypto cannot, and SHA-512 where there is no WebCrypto.

/** The largest integer whose power is at most `value`. */
function root(value, power) {
  let low = 0n, high = 1n << 80n;
  while (low < high) {
    const middle = low + high + 1n >> 1n;
    if (middle ** power <= value) low = middle; else high = middle - 1n;
  }
  return low;
}

/** The first 64 bits of the fractional parts of the roots of the first primes. FIPS 180-4, 4.2.2, 4.2.3, 5.3.3, 5.3.5 */
function constants(count, power) {
  /** @type {bigint[]} */
  const result = [];
  for (let candidate = 2; result.length < count; candidate++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) isPrime = false;
    if (isPrime) result.push(BigInt.asUintN(64, root(BigInt(candidate) << 64n * power, power)));
  }
  return result;
}

/** @type {bigint[]} */
let roundConstants;
/** @type {bigint[]} */
let startValues;
/** @type {Int32Array} */
let roundConstants32;
/** @type {number[]} */
let startValues32;
function prepare() {
  if (roundConstants) return;
  roundConstants = constants(80, 3n);
  startValues = constants(8, 2n);
  roundConstants32 = Int32Array.from(roundConstants.slice(0, 64), value => Number(value >> 32n));
  startValues32 = startValues.map(value => Number(value >> 32n));
}

/** The padding of a message. FIPS 180-4, 5.1 */
function padding(length, blockSize) {
  const tail = new Uint8Array((length % blockSize < blockSize * 7 / 8 ? blockSize : 2 * blockSize) - length % blockSize);
  tail[0] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(tail.length - 4, length << 3);
  return tail;
}

/** A SHA-256 that is computed piece by piece. */
export class Sha256 {
  #state; #waiting = new Uint8Array(64); #words = new Int32Array(64);
  /** The number of bytes given so far. */
  length = 0;

  constructor() {
    prepare();
    this.#state = Int32Array.from(startValues32);
  }

  /** @param {Uint8Array} bytes */
  update(bytes) {
    let at = 0, held = this.length % 64;
    this.length += bytes.length;
    if (held) {
      const taken = Math.min(64 - held, bytes.length);
      this.#waiting.set(bytes.subarray(0, taken), held);
      at = taken;
      if (held + taken < 64) return this;
      this.#block(this.#waiting, 0);
    }
    for (; at + 64 <= bytes.length; at += 64) this.#block(bytes, at);
    this.#waiting.set(bytes.subarray(at));
    return this;
  }

  /** The 32 bytes. */
  digest() {
    this.update(padding(this.length, 64));
    const result = new Uint8Array(32), view = new DataView(result.buffer);
    this.#state.forEach((word, index) => view.setInt32(4 * index, word));
    return result;
  }

  // 6.2.2 SHA-256 Hash Computation
  #block(bytes, at) {
    const words = this.#words, state = this.#state, k = roundConstants32;
    for (let t = 0; t < 16; t++, at += 4) {
      words[t] = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    }
    for (let t = 16; t < 64; t++) {
      const x = words[t - 15], y = words[t - 2];
      words[t] = ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10) + words[t - 7]
        + ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) + words[t - 16];
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const first = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + k[t] + words[t] | 0;
      const second = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
      h = g; g = f; f = e; e = d + first | 0; d = c; c = b; b = a; a = first + second | 0;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h;
  }
}

/**
 * The SHA-512 of bytes: slow, and for short messages.
 *
 * @param {Uint8Array} bytes
 */
export function sha512(bytes) {
  prepare();
  const tail = padding(bytes.length, 128);
  const message = new Uint8Array(bytes.length + tail.length);
  message.set(bytes);
  message.set(tail, bytes.length);
  const view = new DataView(message.buffer), state = [...startValues], word = (/** @type {bigint} */ value) => BigInt.asUintN(64, value);
  const rotated = (/** @type {bigint} */ value, /** @type {bigint} */ bits) => word(value >> bits | value << 64n - bits);
  for (let start = 0; start < message.length; start += 128) {
    /** @type {bigint[]} */
    const words = [];
    for (let t = 0; t < 80; t++) {
      if (t < 16) {
        words.push(view.getBigUint64(start + 8 * t));
        continue;
      }
      const x = words[t - 15], y = words[t - 2];
      words.push(word((rotated(y, 19n) ^ rotated(y, 61n) ^ y >> 6n) + words[t - 7]
        + (rotated(x, 1n) ^ rotated(x, 8n) ^ x >> 7n) + words[t - 16]));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 80; t++) {
      const first = h + (rotated(e, 14n) ^ rotated(e, 18n) ^ rotated(e, 41n)) + (e & f ^ word(~e) & g) + roundConstants[t] + words[t];
      const second = (rotated(a, 28n) ^ rotated(a, 34n) ^ rotated(a, 39n)) + (a & b ^ a & c ^ b & c);
      h = g; g = f; f = e; e = word(d + first); d = c; c = b; b = a; a = word(first + second);
    }
    [a, b, c, d, e, f, g, h].forEach((value, index) => { state[index] = word(state[index] + value); });
  }
  const result = new Uint8Array(64), output = new DataView(result.buffer);
  state.forEach((value, index) => output.setBigUint64(8 * index, value));
  return result;
}
