// VCDIFF (RFC 3284): plain deltas, without secondary compression, other code tables or checksums.
import { refuse } from './errors.js';

const largestWindow = 1 << 26;
const wrong = (expected, found) => refuse('patch', { expected, found });

/** @typedef {[type: number, size: number, mode: number]} Instruction 0 nothing, 1 add, 2 run, 3 copy */

/** @type {[Instruction, Instruction][]} */
let codeTable;
/** 5.6 The Instruction Code Table */
function defaultTable() {
  if (codeTable) return codeTable;
  /** @type {[Instruction, Instruction][]} */
  const table = [];
  /** @type {Instruction} */
  const none = [0, 0, 0];
  table.push([[2, 0, 0], none]);
  for (let size = 0; size <= 17; size++) table.push([[1, size, 0], none]);
  for (let mode = 0; mode < 9; mode++) for (const size of [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]) table.push([[3, size, mode], none]);
  for (let mode = 0; mode < 6; mode++) for (let add = 1; add <= 4; add++) for (let copy = 4; copy <= 6; copy++) table.push([[1, add, 0], [3, copy, mode]]);
  for (let mode = 6; mode < 9; mode++) for (let add = 1; add <= 4; add++) table.push([[1, add, 0], [3, 4, mode]]);
  for (let mode = 0; mode < 9; mode++) table.push([[3, 4, mode], [1, 1, 0]]);
  codeTable = table;
  return table;
}

/** A section of a delta, read to its end and no further. */
class Section {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isAtEnd() { return this.at >= this.bytes.length; }

  byte() { return this.at < this.bytes.length ? this.bytes[this.at++] : wrong('more bytes', 'the section’s end'); }

  /** 2. Conventions: base 128, the highest digits first. */
  number() {
    let value = 0;
    for (let digits = 0; digits < 8; digits++) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : wrong('an integer below 2^53', value);
    }
    return wrong('an integer of at most 8 digits', 'more');
  }

  part(length) {
    if (length > this.bytes.length - this.at) wrong(`${length} more bytes`, this.bytes.length - this.at);
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** 5.1 to 5.4: the addresses of copies, with those that were near and the same. */
class AddressCache {
  #near = [0, 0, 0, 0]; #next = 0; #same = new Float64Array(3 * 256);

  address(mode, here, addresses) {
    let address;
    if (mode < 6) {
      const number = addresses.number();
      address = mode === 0 ? number : mode === 1 ? here - number : this.#near[mode - 2] + number;
    } else {
      address = this.#same[(mode - 6) * 256 + addresses.byte()];
    }
    if (address < 0 || address >= here) wrong(`an address below ${here}`, address);
    this.#near[this.#next] = address;
    this.#next = (this.#next + 1) % 4;
    this.#same[address % (3 * 256)] = address;
    return address;
  }
}

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
export async function decodeVCDIFF(delta, source, limit, onBytes) {
  const input = new Section(delta);
  // 4.1 The Header
  for (const byte of [0xd6, 0xc3, 0xc4, 0]) if (input.byte() !== byte) wrong('VCDIFF, version 0', 'something else');
  const header = input.byte();
  if (header) wrong('no secondary compression, code table or other extension', header);
  let total = 0;
  while (!input.isAtEnd) {
    // 4.2 The Format of a Window Section
    const indicator = input.byte();
    if (indicator > 1) wrong('a window with a part of the source or without', indicator);
    const length = indicator ? input.number() : 0, start = indicator ? input.number() : 0;
    if (length > source.size || start > source.size - length) wrong('a part of the source', `${length} bytes from ${start} on`);
    const window = new Section(input.part(input.number())), size = window.number();
    if (length > largestWindow || size > largestWindow) wrong('windows of at most 64 MiB', Math.max(length, size));
    if (size > limit - total) wrong(`at most ${limit} bytes`, 'more');
    if (window.byte()) wrong('sections without secondary compression', 'others');
    const lengths = [window.number(), window.number(), window.number()];
    const [data, instructions, addresses] = lengths.map(one => new Section(window.part(one)));
    if (!window.isAtEnd) wrong('the window’s end', 'more bytes');
    const part = length ? await source.read(start, start + length) : new Uint8Array(0);
    if (part.length !== length) wrong(`${length} bytes of the source`, part.length);
    total += size;
    await onBytes(decodeWindow(part, size, data, instructions, addresses));
  }
  return total;
}

// 5. Delta Instructions
function decodeWindow(source, size, data, instructions, addresses) {
  const target = new Uint8Array(size), cache = new AddressCache(), table = defaultTable();
  let made = 0;
  while (!instructions.isAtEnd) {
    for (const [type, fixed, mode] of table[instructions.byte()]) {
      if (!type) continue;
      const count = fixed || instructions.number();
      if (count > size - made) wrong(`at most ${size - made} bytes`, count);
      if (type === 1) {
        target.set(data.part(count), made);
      } else if (type === 2) {
        target.fill(data.byte(), made, made + count);
      } else {
        const address = cache.address(mode, source.length + made, addresses), fromSource = Math.min(count, Math.max(0, source.length - address));
        if (fromSource) target.set(source.subarray(address, address + fromSource), made);
        // What is copied from the target may be made by the same copy.
        for (let to = made + fromSource, from = address + fromSource - source.length; to < made + count; to++, from++) target[to] = target[from];
      }
      made += count;
    }
  }
  if (made !== size) wrong(`${size} bytes`, made);
  if (!data.isAtEnd || !addresses.isAtEnd) wrong('sections that are used up', 'more bytes');
  return target;
}
