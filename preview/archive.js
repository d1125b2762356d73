// Packages: zip archives read by ranges, so that a page of a large site costs what it weighs.
'use strict';

const utf8 = new TextDecoder();
/** An archive up to this many bytes is fetched whole. */
const SMALL = 1 << 18;

async function fetchRange(url, first, end) {
  const response = await fetch(url, { headers: { Range: `bytes=${first}-${end - 1}` } });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A server that knows no ranges answers with the whole.
  return response.status === 206 ? bytes : bytes.subarray(first, end);
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const viewOf = bytes => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
/** A number of 64 bits; sizes stay below 2^53. */
const long = (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/**
 * Opens a package's archive (docs/reference/format.md, *Packages*): plain zip, ZIP64 where it is large.
 *
 * @param {string} url where it is
 * @param {number} size its size in bytes, from the manifest
 * @returns {Promise<{entries: Map, read: (path: string) => Promise<Uint8Array | null>}>} each entry is fetched and inflated when it is asked for
 */
export async function openArchive(url, size) {
  const whole = size <= SMALL ? await fetchRange(url, 0, size) : null;
  const part = (first, end) => whole ? whole.subarray(first, end) : fetchRange(url, first, end);
  const tail = await part(Math.max(0, size - 98), size), end = tail.length - 22, view = viewOf(tail);
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new Error(`${url} is not a package`);
  let length = view.getUint32(end + 12, true), start = view.getUint32(end + 16, true);
  if (start === 0xffffffff || length === 0xffffffff || view.getUint16(end + 10, true) === 0xffff) {
    // The ZIP64 end comes before its locator, which comes before the end.
    const large = end - 20 - 56;
    if (large < 0 || view.getUint32(large, true) !== 0x06064b50) throw new Error(`${url} is not a package`);
    length = long(view, large + 40);
    start = long(view, large + 48);
  }
  const directory = await part(start, start + length);
  const entries = directoryEntries(directory);
  return {
    entries,
    async read(path) {
      const entry = entries.get(path);
      if (!entry) return null;
      // A local header is 30 bytes and the name, with ZIP64 20 more; what the bytes come after is read from it.
      const bytes = await part(entry.offset, Math.min(size, entry.offset + 30 + entry.nameLength + 32 + entry.packed));
      const head = viewOf(bytes), data = 30 + head.getUint16(26, true) + head.getUint16(28, true);
      const packed = bytes.subarray(data, data + entry.packed);
      return entry.method ? inflate(packed) : packed;
    },
  };
}

function directoryEntries(directory) {
  const view = viewOf(directory), entries = new Map();
  let at = 0;
  while (at + 46 <= directory.length && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true), extraLength = view.getUint16(at + 30, true);
    const entry = {
      method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true), nameLength,
    };
    // ZIP64: the numbers that do not fit are in the extra field, in this order.
    let extra = at + 46 + nameLength + 4;
    for (const field of ['size', 'packed', 'offset']) {
      if (entry[field] === 0xffffffff) { entry[field] = long(view, extra); extra += 8; }
    }
    entries.set(utf8.decode(directory.subarray(at + 46, at + 46 + nameLength)), entry);
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}
