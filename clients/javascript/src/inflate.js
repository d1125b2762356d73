// Raw deflate streams (RFC 1951), read piece by piece. The browsers' `DecompressionStream` does not say where a stream ends
// and makes as many bytes as a bomb holds; this makes none beyond the limit, and accepts what zlib accepts.
import { refuse } from './errors.js';

const windowSize = 32768, chunkSize = 65536;
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const lengthBase = [], lengthBits = [], distanceBase = [], distanceBits = [];
for (let code = 0, base = 3; code < 29; code++) {
  const bits = code < 8 || code === 28 ? 0 : (code >> 2) - 1;
  lengthBase.push(code === 28 ? 258 : base);
  lengthBits.push(bits);
  base += 1 << bits;
}
for (let code = 0, base = 1; code < 30; code++) {
  const bits = code < 4 ? 0 : (code >> 1) - 1;
  distanceBase.push(base);
  distanceBits.push(bits);
  base += 1 << bits;
}

/**
 * A table that gives a symbol and its length for the next 15 bits. 3.2.2
 *
 * @param {Uint8Array} lengths @param {boolean} mayBeIncomplete whether one code of one bit may be the only one, as zlib has it
 */
function table(lengths, mayBeIncomplete) {
  const counts = new Uint16Array(17), next = new Uint16Array(17);
  let longest = 0;
  for (const length of lengths) if (length) { counts[length]++; longest = Math.max(longest, length); }
  let left = 1;
  for (let length = 1; length <= 15; length++) {
    left = left * 2 - counts[length];
    if (left < 0) return null;
    next[length + 1] = next[length] + counts[length] << 1;
  }
  if (left > 0 && longest > 0 && !(mayBeIncomplete && longest === 1)) return null;
  const bits = Math.max(1, longest), result = new Uint16Array(1 << bits);
  lengths.forEach((length, symbol) => {
    if (!length) return;
    // Codes are read from their highest bit on, bits of bytes from the lowest.
    let code = next[length]++, reversed = 0;
    for (let bit = 0; bit < length; bit++, code >>= 1) reversed = reversed << 1 | code & 1;
    for (let index = reversed; index < result.length; index += 1 << length) result[index] = symbol << 4 | length;
  });
  return { bits, codes: result };
}

let fixedTables;
function fixed() {
  fixedTables ??= [
    table(Uint8Array.from({ length: 288 }, (_, symbol) => symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8), true),
    table(new Uint8Array(32).fill(5), true),
  ];
  return fixedTables;
}

/** Reads one raw deflate stream piece by piece, and never makes more bytes than allowed. */
export class Inflater {
  #input = new Uint8Array(0); #at = 0; #isLast = false;
  #hold = 0; #held = 0;
  #output = new Uint8Array(windowSize + chunkSize); #made = 0; #given = 0;
  #state = 'header'; #isFinal = false; #stored = 0; #codes;
  #limit; #emit;

  /** @param {number} limit the most bytes that may come out @param {(bytes: Uint8Array) => void} emit takes them in order */
  constructor(limit, emit) {
    this.#limit = limit;
    this.#emit = emit;
  }

  /** How many bytes came out so far. */
  total = 0;

  /**
   * Inflates a piece of the stream.
   *
   * @param {Uint8Array} bytes @param {boolean} isLast whether the stream must end with them
   */
  push(bytes, isLast) {
    const rest = this.#input.length - this.#at;
    const input = new Uint8Array(rest + bytes.length);
    input.set(this.#input.subarray(this.#at));
    input.set(bytes, rest);
    this.#input = input;
    this.#at = 0;
    this.#isLast = isLast;
    while (this.#step());
    this.#flush();
    if (isLast && this.#state !== 'end') refuse('archive.deflate', 'the deflate stream’s end', 'the data’s end');
    // What was held beyond the end are whole bytes of no stream.
    if (this.#state === 'end' && (this.#at < input.length || this.#held >= 8)) {
      refuse('archive.deflate', 'the data’s end', 'bytes after the deflate stream');
    }
  }

  /** Whether so many bytes can be read; whether there must be so many, where these are the last ones. */
  #has(count) { return this.#isLast || this.#input.length - this.#at >= count; }

  #bits(count) {
    while (this.#held < count) {
      if (this.#at >= this.#input.length) refuse('archive.deflate', undefined, 'the data’s end');
      this.#hold |= this.#input[this.#at++] << this.#held;
      this.#held += 8;
    }
    const value = this.#hold & (1 << count) - 1;
    this.#hold >>>= count;
    this.#held -= count;
    return value;
  }

  #symbol({ bits, codes }) {
    while (this.#held < bits && this.#at < this.#input.length) {
      this.#hold |= this.#input[this.#at++] << this.#held;
      this.#held += 8;
    }
    const code = codes[this.#hold & (1 << bits) - 1], length = code & 15;
    if (!length || length > this.#held) refuse('archive.deflate', undefined, length ? 'the data’s end' : 'an invalid code');
    this.#hold >>>= length;
    this.#held -= length;
    return code >> 4;
  }

  /** Room for some more bytes of output. */
  #reserve(count) {
    this.total += count;
    if (this.total > this.#limit) {
      // Those that are allowed come out first.
      this.#flush();
      refuse('archive.size', `${this.#limit} bytes`, 'more');
    }
    if (this.#made + count <= this.#output.length) return;
    this.#flush();
    this.#output.copyWithin(0, this.#made - windowSize, this.#made);
    this.#made = this.#given = windowSize;
  }

  #flush() {
    if (this.#made > this.#given) this.#emit(this.#output.slice(this.#given, this.#made));
    this.#given = this.#made;
  }

  /** Goes on by a header or by some symbols; whether there is more to do with what is there. */
  #step() {
    switch (this.#state) {
      case 'header': return this.#has(600) && this.#header();
      case 'stored': return this.#copyStored();
      case 'codes': return this.#decode();
      default: return false;
    }
  }

  // 3.2.3 Details of block format
  #header() {
    this.#isFinal = this.#bits(1) === 1;
    switch (this.#bits(2)) {
      case 0: {
        this.#bits(this.#held & 7);
        const length = this.#bits(16);
        if (length !== (this.#bits(16) ^ 0xffff)) refuse('archive.deflate', undefined, 'lengths that differ');
        this.#stored = length;
        this.#state = 'stored';
        break;
      }
      case 1:
        this.#codes = fixed();
        this.#state = 'codes';
        break;
      case 2:
        this.#codes = this.#dynamic();
        this.#state = 'codes';
        break;
      default: refuse('archive.deflate', undefined, 'an invalid block');
    }
    return true;
  }

  // 3.2.7 Compression with dynamic Huffman codes
  #dynamic() {
    const literals = this.#bits(5) + 257, distances = this.#bits(5) + 1, count = this.#bits(4) + 4;
    const wrong = () => refuse('archive.deflate', undefined, 'invalid code lengths');
    if (literals > 286 || distances > 30) wrong();
    const lengths = new Uint8Array(19);
    for (let index = 0; index < count; index++) lengths[order[index]] = this.#bits(3);
    const codes = table(lengths, false) ?? wrong(), all = new Uint8Array(literals + distances);
    for (let index = 0; index < all.length;) {
      const symbol = this.#symbol(codes);
      if (symbol < 16) {
        all[index++] = symbol;
        continue;
      }
      if (symbol === 16 && index === 0) wrong();
      const value = symbol === 16 ? all[index - 1] : 0;
      const repeat = symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7);
      if (index + repeat > all.length) wrong();
      all.fill(value, index, index += repeat);
    }
    if (!all[256]) wrong();
    return [table(all.subarray(0, literals), true) ?? wrong(), table(all.subarray(literals), true) ?? wrong()];
  }

  #endBlock() {
    this.#state = this.#isFinal ? 'end' : 'header';
    return !this.#isFinal;
  }

  // 3.2.4 Non-compressed blocks
  #copyStored() {
    while (this.#stored > 0 && this.#held >= 8) {
      this.#reserve(1);
      this.#output[this.#made++] = this.#bits(8);
      this.#stored--;
    }
    while (this.#stored > 0) {
      const count = Math.min(this.#stored, this.#input.length - this.#at, chunkSize / 2, Math.max(1, this.#limit - this.total));
      if (count === 0) return false;
      this.#reserve(count);
      this.#output.set(this.#input.subarray(this.#at, this.#at + count), this.#made);
      this.#made += count;
      this.#at += count;
      this.#stored -= count;
    }
    return this.#endBlock();
  }

  // 3.2.5 Compressed blocks
  #decode() {
    const [literals, distances] = this.#codes;
    // A length and a distance take at most 48 bits.
    while (this.#has(8)) {
      const symbol = this.#symbol(literals);
      if (symbol < 256) {
        this.#reserve(1);
        this.#output[this.#made++] = symbol;
        continue;
      }
      if (symbol === 256) return this.#endBlock();
      if (symbol > 285) refuse('archive.deflate', undefined, 'an invalid length');
      let length = lengthBase[symbol - 257] + this.#bits(lengthBits[symbol - 257]);
      const code = this.#symbol(distances);
      if (code > 29) refuse('archive.deflate', undefined, 'an invalid distance');
      const distance = distanceBase[code] + this.#bits(distanceBits[code]);
      if (distance > Math.min(this.total, windowSize)) refuse('archive.deflate', undefined, 'a distance beyond the beginning');
      const allowed = Math.min(length, this.#limit - this.total);
      if (allowed > 0) {
        this.#reserve(allowed);
        const output = this.#output;
        for (let to = this.#made, end = to + allowed; to < end; to++) output[to] = output[to - distance];
        this.#made += allowed;
      }
      if (allowed < length) this.#reserve(length - allowed);
    }
    return false;
  }
}

/**
 * A whole stream inflated; every byte must belong to it.
 *
 * @param {Uint8Array} bytes
 * @param {number} limit
 */
export function inflate(bytes, limit) {
  const parts = [];
  const inflater = new Inflater(limit, part => parts.push(part));
  inflater.push(bytes, true);
  const result = new Uint8Array(inflater.total);
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
