// Patches of packages (docs/reference/format.md, “Patches”): copies and bytes that a mix of contexts predicts, with integers only.
import { compareUTF8, fromBase64URL, nameOf } from './bytes.js';
import { refuse } from './errors.js';
import { Inflater } from './inflate.js';
import { encodeIndex, checkFile } from './manifest.js';
import { contentType } from './media.js';

/** @typedef {import('./archive.js').ByteSource} ByteSource */

const wrong = found => refuse('patch', undefined, found);
const outside = (number, limit) => (number > limit ? wrong('a number out of range') : number);
/** How many bytes of code are at hand while so many bytes are decoded. */
const ahead = 1 << 16, stride = 1 << 11, pieceSize = 1 << 16;
const largestNew = 1 << 22, historySize = 1 << 20, tableSize = 1 << 18, first = 2 ** 31;

const goldHigh = 0x9e3779b9, goldLow = 0x7f4a7c15;
/** Bits 32 to 63 of a product with 0x9E3779B97F4A7C15. */
function hash(low, high) {
  const a = low & 0xffff, b = low >>> 16, one = b * (goldLow & 0xffff) + (a * (goldLow & 0xffff) >>> 16);
  const carried = b * (goldLow >>> 16) + Math.floor(one / 65536) + Math.floor(((one & 0xffff) + a * (goldLow >>> 16)) / 65536);
  return carried + Math.imul(low, goldHigh) + Math.imul(high, goldLow) >>> 0;
}

const squashed = [1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094];
const squash = x => (squashed[(x >> 7) + 16] * (128 - (x & 127)) + squashed[(x >> 7) + 17] * (x & 127) + 64) >> 7;
let tables;
/** What is the same for all patches: the inverse of `squash`, the rates of learning, and what sets the contexts' hashes apart. */
function constants() {
  if (tables) return tables;
  const stretch = new Int16Array(4096).fill(2047), salts = new Float64Array(18);
  for (let x = -2047, next = 0; x <= 2047; x++) while (next <= squash(x)) stretch[next++] = x;
  for (let n = 0; n < 9; n++) {
    const salt = BigInt(n + 1) * 0x123456789abcdef1n;
    salts[2 * n] = Number(salt & 0xffffffffn);
    salts[2 * n + 1] = Number(salt >> 32n & 0xffffffffn);
  }
  tables = { stretch, salts, rates: Float64Array.from({ length: 1024 }, (_, n) => Math.floor(131072 / (2 * n + 3))) };
  return tables;
}

/** Moves a probability towards a bit: upper 22 bits, in the lower 10 how many bits were seen. */
function learn(slots, index, bit, limit, rates) {
  const slot = slots[index], seen = slot & 1023, probability = slot >>> 10;
  slots[index] = (probability + Math.floor(((bit ? 4194303 : 0) - probability) * rates[seen] / 65536)) * 1024 + (seen < limit ? seen + 1 : seen);
}

/** The binary coder, which reads its part of the patch in pieces. */
class Coder {
  #source; #next; #end; #bytes = new Uint8Array(0); #at = 0; #missing = 0; #low = 0; #high = 0xffffffff; #window = 0;

  constructor(source, start, end) {
    this.#source = source;
    this.#next = start;
    this.#end = end;
  }

  async begin() {
    await this.fill();
    for (let count = 0; count < 4; count++) this.#shift();
    return this;
  }

  /** Reads on, so that the next `stride` bytes or some numbers can be decoded. */
  async fill() {
    if (this.#missing > 8) wrong('the patch’s end');
    if (this.#bytes.length - this.#at >= ahead || this.#next === this.#end) return;
    const until = Math.min(this.#end, this.#next + 4 * ahead), more = await this.#source.read(this.#next, until);
    if (more.length !== until - this.#next) wrong('the patch’s end');
    const rest = this.#bytes.subarray(this.#at), joined = new Uint8Array(rest.length + more.length);
    joined.set(rest);
    joined.set(more, rest.length);
    this.#bytes = joined;
    this.#at = 0;
    this.#next = until;
  }

  #shift() {
    let byte = 0;
    if (this.#at < this.#bytes.length) byte = this.#bytes[this.#at++]; else this.#missing++;
    this.#window = (this.#window << 8 | byte) >>> 0;
  }

  /** A bit that is 1 with a probability of p/65536. */
  bit(p) {
    const middle = this.#low + Math.floor((this.#high - this.#low) * p / 65536), bit = this.#window <= middle ? 1 : 0;
    if (bit) this.#high = middle; else this.#low = middle + 1;
    while (((this.#low ^ this.#high) & 0xff000000) === 0) {
      this.#shift();
      this.#low = this.#low << 8 >>> 0;
      this.#high = (this.#high << 8 | 255) >>> 0;
    }
    return bit;
  }
}

/** Numbers that are mostly small, or like those before. */
class Numbers {
  #slots = new Uint32Array(64 + 32 * 16).fill(first); #coder; #rates = constants().rates;

  constructor(coder) { this.#coder = coder; }

  #bit(index) {
    const bit = this.#coder.bit(Math.max(64, Math.min(65472, this.#slots[index] >>> 16)));
    learn(this.#slots, index, bit, 60, this.#rates);
    return bit;
  }

  async read() {
    await this.#coder.fill();
    let node = 1, value = 1;
    while (node < 32) node = node << 1 | this.#bit(node);
    const width = node - 32;
    for (let depth = 0; depth < width; depth++) value = value * 2 + (depth < 3 ? this.#bit(64 + width * 16 + value) : this.#coder.bit(32768));
    return value - 1;
  }
}

/** Predicts bytes from those before them and from an old file's, and decodes them. */
class Model {
  #tables = new Uint32Array(9 * tableSize).fill(first); #weights = new Int32Array(360).fill(19660); #history = new Uint8Array(historySize);
  #positions = new Uint32Array(65536); #end = 0; #low = 0; #high = 0; #length = 0; #match = 0; #hits = 0; #differences = 0;
  #slots = new Uint32Array(9); #hashes = new Uint32Array(9); #inputs = new Int32Array(10).fill(256); #coder;

  constructor(coder) { this.#coder = coder; }

  #key() { return hash(this.#low, this.#high & 0xff) >>> 16; }

  #put(byte) { this.#history[this.#end++ & historySize - 1] = byte; }

  #find() {
    this.#length = 0;
    const found = this.#positions[this.#key()];
    if (!found || found >= this.#end || this.#end - found >= historySize - 16) return;
    let length = 0;
    while (length < 8 && length < found
      && this.#history[found - 1 - length & historySize - 1] === ((length < 4 ? this.#low : this.#high) >>> 8 * (length & 3) & 255)) length++;
    if (length < 4) return;
    this.#length = length;
    this.#match = found;
  }

  /** Begins bytes that follow others. */
  begin(before) {
    const recent = new DataView(new ArrayBuffer(8)), last = before.subarray(-8);
    last.forEach((byte, index) => recent.setUint8(8 - last.length + index, byte));
    this.#high = recent.getUint32(0);
    this.#low = recent.getUint32(4);
    for (let index = 2; index < 8; index++) this.#put(recent.getUint8(index));
    this.#hits = this.#differences = 0;
    this.#find();
    this.#positions[this.#key()] = this.#end;
  }

  /** Decodes a byte, or learns the one that is given. `expected`: the old file's, −1 for none. */
  step(expected, byte = -1) {
    const { stretch, rates, salts } = constants(), low = this.#low, high = this.#high, old = expected + 1;
    const predicted = this.#length ? this.#history[this.#match & historySize - 1] : -1;
    const hashes = this.#hashes, context = (n, valueLow, valueHigh) => {
      const sum = valueLow + salts[2 * n];
      hashes[n] = hash(sum >>> 0, valueHigh + salts[2 * n + 1] + (sum > 0xffffffff ? 1 : 0) >>> 0);
    };
    context(0, low & 0xff, 0);
    context(1, low & 0xffff, 0);
    context(2, low & 0xffffff, 0);
    context(3, low, 0);
    context(4, low, high & 0xffff);
    context(5, old << 8 | this.#hits, 0);
    context(6, this.#differences & 0xff, expected < 0 ? 0 : (expected + (this.#differences >>> 24) & 255) + 1);
    context(7, old << 8 | low & 0xff, 0);
    context(8, predicted + 1 << 8 | Math.min(this.#length, 31), 0);
    const state = this.#length === 0 ? 0 : this.#length < 8 ? 1 : this.#length < 16 ? 2 : 3;
    const set = 10 * ((expected < 0 ? 0 : 1 + (this.#hits & 7)) * 4 + state), weights = this.#weights, slots = this.#slots, inputs = this.#inputs;
    let node = 1;
    for (let level = 7; level >= 0; level--) {
      const salt = Math.imul(node, 0x2c1b3c6d);
      let sum = 256 * weights[set + 9];
      for (let n = 0; n < 9; n++) {
        const slot = slots[n] = n * tableSize + (Math.imul(hashes[n] ^ salt, 0x9e3779b1) >>> 14);
        sum += (inputs[n] = stretch[this.#tables[slot] >>> 20]) * weights[set + n];
      }
      const mixed = squash(Math.max(-2047, Math.min(2047, Math.floor(sum / 65536))));
      const bit = byte < 0 ? this.#coder.bit(mixed * 16 + 8) : byte >> level & 1, error = ((bit << 12) - mixed) * 10;
      for (let n = 0; n < 10; n++) weights[set + n] = Math.max(-4194304, Math.min(4194304, weights[set + n] + (inputs[n] * error + 0x2000 >> 14)));
      for (let n = 0; n < 9; n++) learn(this.#tables, slots[n], bit, 250, rates);
      node = node << 1 | bit;
    }
    const made = node & 255;
    if (expected >= 0) {
      this.#hits = (this.#hits << 1 | (made === expected ? 1 : 0)) & 15;
      this.#differences = this.#differences << 8 | made - expected & 255;
    }
    this.#high = (high << 8 | low >>> 24) >>> 0;
    this.#low = (low << 8 | made) >>> 0;
    this.#put(made);
    if (this.#length && predicted === made) {
      this.#length = Math.min(this.#length + 1, 65535);
      this.#match++;
    } else {
      this.#find();
    }
    this.#positions[this.#key()] = this.#end;
    return made;
  }
}

class Decoder {
  #coder; #head; #copies; #news; #jumps; #learnt; #model;

  /** @param {Coder} coder */
  constructor(coder) {
    this.#coder = coder;
    [this.#head, this.#copies, this.#news, this.#jumps, this.#learnt] = Array.from({ length: 5 }, () => new Numbers(coder));
    this.#model = new Model(coder);
  }

  number() { return this.#head.read(); }

  async text() {
    const bytes = new Uint8Array(outside(await this.number(), 65536));
    this.#model.begin(bytes.subarray(0, 0));
    for (let index = 0; index < bytes.length; index++) {
      if (index % stride === 0) await this.#coder.fill();
      bytes[index] = this.#model.step(-1);
    }
    return bytes;
  }

  /**
   * Decodes a file as differences to an old one; a part of either is in memory at a time.
   *
   * @param {number} size @param {ByteSource} old @param {(bytes: Uint8Array) => void | Promise<void>} take
   */
  async file(size, old, take) {
    const read = async (start, end) => {
      const part = await old.read(start, end);
      return part.length === end - start ? part : wrong('an old entry that ends early');
    };
    const count = await this.#learnt.read(), start = count ? await this.#learnt.read() : 0;
    if (outside(count, tableSize) + start > old.size) wrong('a part out of the old entry');
    if (count) {
      const before = Math.min(start, 8), bytes = await read(start - before, start + count);
      this.#model.begin(bytes.subarray(0, before));
      for (let index = before; index < bytes.length; index++) this.#model.step(-1, bytes[index]);
    }
    let made = 0, source = 0, newBytes = 0, recent = new Uint8Array(0);
    const give = async bytes => {
      recent = bytes.length < 8 ? Uint8Array.of(...recent, ...bytes).slice(-8) : bytes.slice(-8);
      made += bytes.length;
      await take(bytes);
    };
    while (made < size) {
      const copied = await this.#copies.read();
      if (copied) {
        const jump = await this.#jumps.read();
        source += jump & 1 ? -(jump - 1) / 2 - 1 : jump / 2;
        if (source < 0 || source + copied > old.size || copied > size - made) wrong('a part out of the old entry');
        for (const end = source + copied; source < end;) {
          const until = Math.min(end, source + pieceSize);
          await give(await read(source, until));
          source = until;
        }
      }
      const fresh = await this.#news.read();
      newBytes += fresh;
      if (fresh > size - made || !(copied + fresh) || newBytes > largestNew) wrong('more bytes than declared');
      if (fresh) this.#model.begin(recent);
      for (let left = fresh; left > 0;) {
        await this.#coder.fill();
        const part = new Uint8Array(Math.min(left, stride)), until = Math.min(old.size, source + part.length);
        const expected = source < until ? await read(source, until) : part.subarray(0, 0);
        for (let index = 0; index < part.length; index++) part[index] = this.#model.step(index < expected.length ? expected[index] : -1);
        source += part.length;
        left -= part.length;
        await give(part);
      }
      await this.#coder.fill();
    }
  }
}

/**
 * Makes the entries of a package that the old one does not have as they are, and the new index.
 *
 * @param {{patch: ByteSource, oldIndex: import('./manifest.js').IndexEntry[], source: string,
 *   package: import('./manifest.js').Package, store: Pick<import('./store.js').ReleaseStore, 'object' | 'addObject'>}} options
 *   `source`: the hash of the old index's file
 * @returns {Promise<Uint8Array>} the package's index, whose hash is the one that the manifest names
 */
export async function applyPatch({ patch, oldIndex, source, package: wanted, store }) {
  const head = await patch.read(0, Math.min(patch.size, 13));
  if (head.length < 13 || String.fromCharCode(...head.subarray(0, 9)) !== 'HYBPATCH\x01') wrong('another format');
  let tail = 13 + new DataView(head.buffer, head.byteOffset).getUint32(9, true);
  if (tail > patch.size) wrong('the patch’s end');
  const decoder = new Decoder(await new Coder(patch, 13, tail).begin());
  const number = async (limit = Infinity) => outside(await decoder.number(), limit);
  const ordinal = () => number(oldIndex.length - 1);
  const text = async () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await decoder.text());

  const mark = fromBase64URL(nameOf(source));
  if (String(await decoder.text()) !== String(mark.subarray(0, 8))) wrong('a patch of another release');
  const entries = new Map(oldIndex.map(entry => [entry.path, entry]));
  let last = -1, budget = wanted.unpackedSize;
  for (let count = await number(oldIndex.length); count > 0; count--) {
    last = outside(last + await number() + 1, oldIndex.length - 1);
    entries.delete(oldIndex[last].path);
  }
  last = 0;
  for (let count = await number(wanted.entryCount); count > 0; count--) {
    const step = await number();
    if (step) last = outside(last + step - 1, oldIndex.length - 1);
    const path = step ? oldIndex[last].path : await text();
    let type = step ? oldIndex[last].contentType : contentType(path);
    if (await number()) type = await text();
    const method = await number(4);
    if (!method) {
      const { hash, size } = oldIndex[await ordinal()];
      entries.set(path, { path, hash, size, contentType: type });
      continue;
    }
    const size = await number(budget);
    budget -= size;
    const length = method === 1 ? size : method === 2 ? await number() : 0, start = tail;
    tail = outside(tail + length, patch.size);
    const old = method === 3 ? oldIndex[await ordinal()] : null;
    const hash = await store.addObject(null, async take => {
      if (method > 2) {
        await decoder.file(size, { size: old?.size ?? 0, read: (from, to) => store.object(old.hash, from, to) }, take);
        return;
      }
      let made = 0, waiting = [];
      const inflater = method === 2 ? new Inflater(size, bytes => { made += bytes.length; waiting.push(bytes); }) : null;
      for (let at = start; at < tail;) {
        const until = Math.min(tail, at + pieceSize), piece = await patch.read(at, until);
        if (piece.length !== until - at) wrong('the patch’s end');
        at = until;
        if (inflater) inflater.push(piece, at === tail); else waiting.push(piece);
        for (const part of waiting) await take(part);
        waiting = [];
      }
      if (inflater && made !== size) wrong(`${made} bytes instead of ${size}`);
    });
    entries.set(path, { path, hash, size, contentType: type });
  }
  if (tail !== patch.size) wrong('bytes after the end');
  const index = encodeIndex([...entries.values()].sort((one, other) => compareUTF8(one.path, other.path)));
  await checkFile(wanted.index, index);
  return index;
}
