// ZIP archives (APPNOTE.TXT 6.3.10) as `hybrid` writes them; everything else is refused (docs/reference/format.md, “Packages”).
import { text as textOf, utf8, equal } from './bytes.js';
import { refuse } from './errors.js';
import { Inflater } from './inflate.js';
import { checkCollisions, checkName, printable } from './names.js';

/**
 * @typedef {object} ArchiveEntry a file in an archive, as both headers have it
 * @property {string} name
 * @property {0 | 8} method stored or deflate
 * @property {number} checksum CRC-32
 * @property {number} packed bytes in the archive
 * @property {number} size bytes unpacked
 * @property {number} offset of the local header
 * @property {number} dataOffset of the data
 * @property {number[]} common version, flags, time and date
 */

/**
 * @typedef {object} ByteSource
 * @property {number} size
 * @property {(start: number, end: number) => Uint8Array | Promise<Uint8Array>} read
 */

/**
 * Bytes in memory.
 *
 * @param {Uint8Array} bytes
 * @returns {ByteSource}
 */
export const memorySource = bytes => ({ size: bytes.length, read: (start, end) => bytes.subarray(start, end) });

/**
 * A source that is read a piece at a time.
 *
 * @param {ByteSource} source
 * @param {number} [piece]
 * @returns {ByteSource}
 */
export function bufferedSource(source, piece = 1 << 18) {
  let first = 0, held = new Uint8Array(0);
  return {
    size: source.size,
    async read(start, end) {
      if (end - start > piece) return source.read(start, end);
      if (start < first || end > first + held.length) {
        first = start;
        held = await source.read(start, Math.min(source.size, Math.max(end, start + piece)));
      }
      return held.subarray(start - first, end - first);
    },
  };
}

let crcTable;
/**
 * CRC-32 (ISO 3309).
 *
 * @param {number} crc
 * @param {Uint8Array} bytes
 */
export function crc32(crc, bytes) {
  crcTable ??= Int32Array.from({ length: 256 }, (_, value) => {
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
    return value;
  });
  crc = ~crc;
  for (let index = 0; index < bytes.length; index++) crc = crc >>> 8 ^ crcTable[(crc ^ bytes[index]) & 255];
  return ~crc;
}

const full16 = 0xffff, full32 = 0xffffffff;
const encryption = 0x2041, utf8Flag = 0x0800;

class View {
  constructor(bytes) { this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength); }
  u16(at) { return this.view.getUint16(at, true); }
  u32(at) { return this.view.getUint32(at, true); }
  /** A number of 64 bits; what is 2^53 or more is larger than any file, exact or not. */
  u64(at) { return this.u32(at) + this.u32(at + 4) * 2 ** 32; }
}

async function read(source, start, length) {
  const bytes = await source.read(start, start + length);
  if (bytes.length !== length) refuse('archive.inputOutput', `${length} bytes`, bytes.length);
  return bytes;
}

// 4.3.16 End of central directory record, which must be the last 22 bytes
async function endRecord(source) {
  if (source.size < 22) refuse('archive.endRecordMissing', 'at least 22 bytes', source.size);
  const offset = source.size - 22, end = new View(await read(source, offset, 22));
  if (end.u32(0) !== 0x06054b50) return missingEnd(source);
  if (end.u16(20)) refuse('archive.trailingBytes', 'no comment', `one of ${end.u16(20)} bytes`);
  if (end.u16(4) || end.u16(6) || end.u16(8) !== end.u16(10)) refuse('archive.spanned', 'one disk with all entries');
  let count = end.u16(10), size = end.u32(12), start = end.u32(16), limit = offset;
  if (count === full16 || size === full32 || start === full32) {
    [count, size, start] = await zip64End(source, offset, count, size, start);
    limit = offset - 76;
  }
  if (start > limit || size > limit - start) refuse('archive.centralDirectory', `a directory that ends at byte ${limit}`);
  if (size !== limit - start) refuse('archive.gap', 'the end record', `${limit - start - size} bytes before it`);
  if (count > size / 46) refuse('archive.entryCount', `at most what fits into ${size} bytes`, count);
  return { count, size, start };
}

/** Distinguishes a file with something after its archive from one that is not an archive. */
async function missingEnd(source) {
  const length = Math.min(source.size, 22 + 0xffff), view = new View(await read(source, source.size - length, length));
  for (let at = length - 22; at >= 0; at--) {
    if (view.u32(at) === 0x06054b50) refuse('archive.trailingBytes', 'the file’s end', `${length - at - 22} more bytes`);
  }
  return refuse('archive.endRecordMissing', 'an end of central directory record', 'none');
}

// 4.3.14, 4.3.15 ZIP64 end of central directory record and locator
async function zip64End(source, offset, count16, size32, start32) {
  if (offset < 76) refuse('archive.zip64', 'ZIP64 records before the end record', 'no room');
  const view = new View(await read(source, offset - 76, 76));
  if (view.u32(56) !== 0x07064b50 || view.u32(60) || view.u64(64) !== offset - 76 || view.u32(72) !== 1) {
    refuse('archive.zip64', `a locator of byte ${offset - 76}`);
  }
  if (view.u32(0) !== 0x06064b50 || view.u64(4) !== 44 || view.u32(16) || view.u32(20) || view.u64(24) !== view.u64(32)) {
    refuse('archive.zip64', 'a ZIP64 end record of one disk');
  }
  const numbers = [view.u64(32), view.u64(40), view.u64(48)];
  const agrees = (plain, number, full) => plain === full ? number >= full : number === plain;
  if (!agrees(count16, numbers[0], full16) || !agrees(size32, numbers[1], full32) || !agrees(start32, numbers[2], full32)) {
    refuse('archive.zip64', 'the plain end record’s numbers, or larger ones than it can hold');
  }
  return numbers;
}

// 4.3.12 Central directory structure
async function centralDirectory(source, end) {
  if (end.size > end.count * (46 + 1024 + 28)) refuse('archive.centralDirectory', `at most ${end.count * 1098} bytes`, end.size);
  const bytes = await read(source, end.start, end.size), view = new View(bytes), entries = [];
  let at = 0;
  while (entries.length < end.count) {
    if (bytes.length - at < 46) refuse('archive.centralDirectory', 'a header', 'the directory’s end');
    if (view.u32(at) !== 0x02014b50) refuse('archive.signature', 'a central directory header');
    const nameEnd = at + 46 + view.u16(at + 28), next = nameEnd + view.u16(at + 30);
    if (next > bytes.length) refuse('archive.centralDirectory', 'a whole header', 'the directory’s end');
    entries.push(directoryEntry(view, at, bytes.subarray(at + 46, nameEnd), bytes.subarray(nameEnd, next)));
    at = next;
  }
  if (at !== bytes.length) refuse('archive.entryCount', `${end.count} entries`, 'more in the central directory');
  return entries;
}

function directoryEntry(view, at, nameBytes, extra) {
  const name = textOf(nameBytes), flags = view.u16(at + 8), method = view.u16(at + 10);
  if (name === null) refuse('archive.nameEncoding', 'UTF-8');
  const wrong = (rule, expected, found) => refuse('archive.' + rule, expected, found, { entry: printable(name) });
  if (!(flags & utf8Flag) && nameBytes.some(byte => byte > 127)) wrong('nameEncoding', 'the UTF-8 flag');
  if (flags & encryption) wrong('encrypted', 'no encryption');
  if (flags & ~utf8Flag) wrong('feature', 'no flag but UTF-8', flags);
  if ((view.u16(at + 6) & 255) > 45) wrong('feature', 'version 4.5 or less', view.u16(at + 6));
  if (method !== 0 && method !== 8) wrong('method', 'stored (0) or deflate (8)', method);
  if (view.u16(at + 32)) wrong('feature', 'no comment');
  if (view.u16(at + 34)) wrong('spanned', 'disk 0');
  const attributes = view.u32(at + 38), type = attributes >>> 16 & 0o170000;
  if (type && type !== 0o100000 && type !== 0o040000) wrong('link', 'a regular file');
  if (type === 0o040000 || attributes & 0x10 || name.endsWith('/')) wrong('directory', 'a regular file');
  checkName(name);
  // 4.5.3 Zip64 Extended Information: the only extra field, and only with the numbers that need it
  const numbers = [view.u32(at + 24), view.u32(at + 20), view.u32(at + 42)];
  const needed = numbers.filter(number => number === full32).length * 8;
  if (!needed) {
    if (extra.length) wrong('feature', 'no extra field', `${extra.length} bytes`);
  } else {
    const fields = new View(extra);
    if (extra.length !== needed + 4 || fields.u16(0) !== 1 || fields.u16(2) !== needed) wrong('zip64', `a ZIP64 field of ${needed} bytes`);
    let position = 4;
    numbers.forEach((number, index) => {
      if (number !== full32) return;
      numbers[index] = fields.u64(position);
      position += 8;
    });
  }
  return {
    name, method, checksum: view.u32(at + 16), size: numbers[0], packed: numbers[1], offset: numbers[2], dataOffset: 0,
    common: [view.u16(at + 6), flags, view.u16(at + 12), view.u16(at + 14)],
  };
}

// 4.3.7 Local file header: it says what the directory says, and its data ends before the directory
async function checkLocalHeader(entry, source, end) {
  const wrong = (rule, expected, found) => refuse('archive.' + rule, expected, found, { entry: entry.name });
  if (entry.offset > end.start || end.start - entry.offset < 30) wrong('localHeader', 'a header before the central directory');
  const header = new View(await read(source, entry.offset, 30));
  if (header.u32(0) !== 0x04034b50) wrong('signature', 'a local header');
  const flags = header.u16(6), nameLength = header.u16(26), extraLength = header.u16(28);
  if (flags & encryption) wrong('encrypted', 'no encryption');
  const common = [header.u16(4), flags, header.u16(10), header.u16(12)];
  if (flags & ~utf8Flag || !equal(common, entry.common)) wrong('localHeader', 'the directory’s version, flags and time');
  if (header.u16(8) !== entry.method) wrong('localHeader', `method ${entry.method}`, header.u16(8));
  if (header.u32(14) !== entry.checksum) wrong('localHeader', 'the directory’s checksum');
  const dataOffset = entry.offset + 30 + nameLength + extraLength;
  if (dataOffset > end.start || entry.packed > end.start - dataOffset) wrong('overlap', 'data that ends before the central directory');
  const variable = await read(source, entry.offset + 30, nameLength + extraLength);
  if (!equal(variable.subarray(0, nameLength), utf8(entry.name))) wrong('localHeader', 'the directory’s name');
  let size = header.u32(22), packed = header.u32(18);
  if (size === full32 && packed === full32 && extraLength) {
    const extra = new View(variable.subarray(nameLength));
    if (extraLength !== 20 || extra.u16(0) !== 1 || extra.u16(2) !== 16) wrong('zip64', 'no extra field but that of ZIP64');
    [size, packed] = [extra.u64(4), extra.u64(12)];
  } else if (extraLength) {
    wrong(size === full32 ? 'zip64' : 'localHeader', 'no extra field but that of ZIP64');
  }
  if (size !== entry.size || packed !== entry.packed) wrong('localHeader', 'the directory’s sizes');
  if (!entry.method && size !== packed) wrong('size', `${size} stored bytes`, packed);
  return { ...entry, dataOffset };
}

function checkSizes(entries, limits) {
  let total = 0;
  for (const entry of entries) {
    total += entry.size;
    if (total > limits.unpackedSize) refuse('archive.unpackedSize', `at most ${limits.unpackedSize} bytes in all`, total, { entry: entry.name });
  }
  if (limits.areExact && total !== limits.unpackedSize) refuse('archive.unpackedSize', `${limits.unpackedSize} bytes in all`, total);
}

async function directory(source, limits) {
  const end = await endRecord(source);
  if (end.count > limits.entryCount || limits.areExact && end.count !== limits.entryCount) {
    refuse('archive.entryCount', limits.entryCount, end.count);
  }
  const entries = await centralDirectory(source, end);
  checkCollisions(entries.map(entry => entry.name));
  checkSizes(entries, limits);
  return { entries, end };
}

/** Hands on an entry's bytes in pieces; checks size and checksum, so that those before an error are not to be trusted. */
async function extract(entry, source, onBytes) {
  let checksum = 0, total = 0, taken;
  const emit = bytes => {
    checksum = crc32(checksum, bytes);
    total += bytes.length;
    taken = onBytes(bytes);
  };
  const inflater = entry.method ? new Inflater(entry.size, emit) : null;
  for (let done = 0; done < entry.packed || inflater && done === 0;) {
    const length = Math.min(entry.packed - done, 1 << 16);
    const piece = await read(source, entry.dataOffset + done, length);
    done += length;
    if (inflater) inflater.push(piece, done === entry.packed); else emit(piece.slice());
    // Whoever stores the bytes is waited for, so that little is held in memory.
    await taken;
    if (length === 0) break;
  }
  if (total !== entry.size) refuse('archive.size', `${entry.size} bytes`, total, { entry: entry.name });
  if (checksum >>> 0 !== entry.checksum) refuse('archive.checksum', entry.checksum.toString(16), (checksum >>> 0).toString(16), { entry: entry.name });
}

async function contents(extractInto) {
  const parts = [];
  let length = 0;
  await extractInto(part => {
    parts.push(part);
    length += part.length;
  });
  const result = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** Limits for archives of unknown origin. */
export const standardLimits = { entryCount: 200_000, unpackedSize: 2 ** 32, areExact: false };

/**
 * An archive whose structure was checked: both headers of every entry agree, and the entries cover the file without a gap
 * or an overlap.
 */
export class Archive {
  #source; #byName;

  /** @private */
  constructor(entries, source) {
    /** @type {readonly ArchiveEntry[]} */
    this.entries = entries;
    this.#source = source;
    this.#byName = new Map(entries.map(entry => [entry.name, entry]));
  }

  /**
   * @param {ByteSource | Uint8Array} from
   * @param {{entryCount: number, unpackedSize: number, areExact?: boolean}} [limits] what the archive may declare
   */
  static async open(from, limits = standardLimits) {
    const source = bufferedSource(from instanceof Uint8Array ? memorySource(from) : from);
    const { entries, end } = await directory(source, limits);
    let position = 0;
    for (const [index, entry] of [...entries.entries()].sort((one, other) => one[1].offset - other[1].offset)) {
      if (entry.offset !== position) {
        refuse('archive.' + (entry.offset < position ? 'overlap' : position === 0 ? 'prefix' : 'gap'), `its header at byte ${position}`, undefined, { entry: entry.name });
      }
      entries[index] = await checkLocalHeader(entry, source, end);
      position = entries[index].dataOffset + entry.packed;
    }
    if (position !== end.start) refuse('archive.' + (position === 0 ? 'prefix' : 'gap'), 'the central directory');
    return new Archive(entries, source);
  }

  /** @param {string} name */
  entry(name) { return this.#byName.get(name) ?? null; }

  /**
   * Hands on an entry's bytes in pieces.
   *
   * @param {ArchiveEntry} entry
   * @param {(bytes: Uint8Array) => void | Promise<void>} onBytes
   */
  extract(entry, onBytes) { return extract(entry, this.#source, onBytes); }

  /**
   * An entry's bytes.
   *
   * @param {string} name
   * @returns {Promise<Uint8Array>}
   */
  async contents(name) {
    const entry = this.entry(name);
    if (!entry) refuse('archive.noSuchEntry', undefined, undefined, { entry: printable(name) });
    return contents(take => this.extract(entry, take));
  }
}

/**
 * How many bytes at an archive's end hold its directory, when no entry needs ZIP64.
 *
 * @param {Iterable<string>} names
 */
export function tailSize(names) {
  let size = 22;
  for (const name of names) size += 46 + utf8(name).length;
  return size;
}

/** An archive of which only parts are at hand: its end, then the entries that are wanted. */
export class PartialArchive {
  #end; #ends; #byName;

  /** @private */
  constructor(entries, end, ends) {
    /** @type {readonly ArchiveEntry[]} */
    this.entries = entries;
    this.#end = end;
    this.#ends = ends;
    this.#byName = new Map(entries.map((entry, index) => [entry.name, index]));
  }

  /** @param {Uint8Array} tail the last bytes @param {number} size of the whole @param {{entryCount: number, unpackedSize: number, areExact?: boolean}} limits */
  static async open(tail, size, limits) {
    const first = size - tail.length;
    const source = { size, read: (start, end) => start < first ? new Uint8Array(0) : tail.subarray(start - first, end - first) };
    const { entries, end } = await directory(source, limits);
    const ends = [];
    let next = end.start;
    for (const [index, entry] of [...entries.entries()].sort((one, other) => other[1].offset - one[1].offset)) {
      if (entry.offset >= next || entry.packed >= next - entry.offset) refuse('archive.overlap', undefined, undefined, { entry: entry.name });
      ends[index] = next;
      next = entry.offset;
    }
    if (next !== 0) refuse('archive.prefix', 'an entry at the archive’s begin');
    return new PartialArchive(entries, end, ends);
  }

  /**
   * Where an entry's header and data are.
   *
   * @param {string} name
   * @returns {[number, number] | null}
   */
  range(name) {
    const index = this.#byName.get(name);
    return index === undefined ? null : [this.entries[index].offset, this.#ends[index]];
  }

  /**
   * Hands on an entry's bytes from a source that holds its range.
   *
   * @param {string} name
   * @param {ByteSource} part
   * @param {(bytes: Uint8Array) => void | Promise<void>} onBytes
   */
  async extract(name, part, onBytes) {
    const index = this.#byName.get(name);
    if (index === undefined) refuse('archive.noSuchEntry', undefined, undefined, { entry: printable(name) });
    const entry = await checkLocalHeader(this.entries[index], part, this.#end);
    if (entry.dataOffset + entry.packed !== this.#ends[index]) refuse('archive.gap', undefined, undefined, { entry: name });
    return extract(entry, part, onBytes);
  }
}
