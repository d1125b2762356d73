import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { Archive, PartialArchive, tailSize } from '../src/archive.js';
import { utf8 } from '../src/bytes.js';
import { HybridError } from '../src/errors.js';
import { zip } from './support/publish.js';

const files = [['a.txt', utf8('hello')], ['b.txt', utf8('abc '.repeat(100))]];
const sound = zip(files);

async function codeOf(bytes, limits) {
  try {
    const archive = await Archive.open(bytes, limits);
    for (const { name } of archive.entries) await archive.contents(name);
    return null;
  } catch (error) {
    assert.ok(error instanceof HybridError, error.stack);
    return error.code.replace(/^archive\./, '');
  }
}

/** A changed copy: bytes at places counted from the first local header, the first central header and the end record. */
function changed(changes) {
  const bytes = Uint8Array.from(sound), central = Buffer.from(sound).indexOf('PK\x01\x02', 'latin1');
  for (const [part, offset, value] of changes) bytes.set(value, { L: 0, C: central, E: bytes.length - 22 }[part] + offset);
  return bytes;
}

test('every truncation is refused', async () => {
  for (let length = 0; length < sound.length; length++) assert.notEqual(await codeOf(sound.subarray(0, length)), null, `${length}`);
  assert.equal(await codeOf(sound), null);
});

test('every changed byte of the structure is refused or harmless', async () => {
  for (let index = 0; index < sound.length; index++) {
    for (const mask of [1, 0x80, 0xff]) {
      const damaged = Uint8Array.from(sound);
      damaged[index] ^= mask;
      let archive;
      try { archive = await Archive.open(damaged); } catch (error) { assert.ok(error instanceof HybridError, error.stack); continue; }
      for (const [name, bytes] of files) {
        if (!archive.entry(name)) continue;
        let contents = null;
        try { contents = await archive.contents(name); } catch (error) { assert.ok(error instanceof HybridError, error.stack); }
        if (contents) assert.deepEqual(Buffer.from(contents), Buffer.from(bytes), `byte ${index}`);
      }
    }
  }
});

test('false fields', async () => {
  for (const [name, changes, expected] of [
    ['overlong UTF-8', [['C', 46, [0xc0, 0xaf]]], 'nameEncoding'], ['names collide', [['C', 46, [0x42]], ['L', 30, [0x42]]], 'duplicate'],
    ['stored sizes differ', [['L', 22, [9, 0, 0, 0]], ['C', 24, [9, 0, 0, 0]]], 'size'], ['size', [['C', 24, [4, 0, 0, 0]]], 'localHeader'],
    ['size beyond limits', [['C', 24, [0xfe, 0xff, 0xff, 0xff]]], 'unpackedSize'], ['drive', [['C', 47, [0x3a]]], 'nameAbsolute'],
    ['checksum in both', [['L', 14, [1]], ['C', 16, [1]]], 'checksum'], ['count needs ZIP64', [['E', 8, [255, 255, 255, 255]]], 'zip64'],
  ]) assert.equal(await codeOf(changed(changes)), expected, name);
});

test('bytes around the archive', async () => {
  const join = (...parts) => new Uint8Array(Buffer.concat(parts.map(part => Buffer.from(part))));
  assert.equal(await codeOf(join(sound, [0])), 'trailingBytes');
  assert.notEqual(await codeOf(join(sound, sound)), null);
  assert.notEqual(await codeOf(join([0x4d, 0x5a], sound)), null);
  assert.equal(await codeOf(new Uint8Array(0)), 'endRecordMissing');
  assert.equal(await codeOf(new Uint8Array(100)), 'endRecordMissing');
});

test('bombs make no byte more than was declared', async () => {
  const zeros = Buffer.alloc(50_000_000), data = deflateRawSync(zeros), checksum = 0;
  for (const size of [0, 1, 1000, 49_999_999]) {
    const archive = await Archive.open(zip([['bomb', { data, size, checksum, method: 8 }]]));
    let made = 0;
    await assert.rejects(archive.extract(archive.entry('bomb'), bytes => { made += bytes.length; }), { code: 'archive.size' });
    assert.ok(made <= size);
  }
  const honest = zip([['bomb', zeros]]);
  assert.equal(await codeOf(honest, { entryCount: 1, unpackedSize: 1_000_000 }), 'unpackedSize');
  assert.equal(await codeOf(honest, { entryCount: 1, unpackedSize: 1000, areExact: true }), 'unpackedSize');
});

test('entries that share their data are refused', async () => {
  const bytes = Uint8Array.from(sound), first = Buffer.from(sound).indexOf('PK\x01\x02', 'latin1'), second = Buffer.from(sound).indexOf('PK\x01\x02', first + 4, 'latin1');
  bytes.copyWithin(second + 42, first + 42, first + 46);
  assert.equal(await codeOf(bytes), 'overlap');
});

test('random mutations are refused or read, and nothing else happens', async () => {
  let refused = 0;
  for (let round = 0; round < 2000; round++) {
    const damaged = Uint8Array.from(sound);
    for (let count = 0; count <= round % 6; count++) damaged[randomBytes(4).readUInt32LE() % damaged.length] = [0, 1, 0x50, 0x7f, 0x80, 0xff][(round + count) % 6];
    if (await codeOf(damaged) !== null) refused++;
  }
  assert.ok(refused > 1200, `${refused}`);
});

test('an archive of many entries is read by its parts', async () => {
  const many = Array.from({ length: 300 }, (_, index) => [`folder ${index % 7}/${index}.bin`, new Uint8Array(randomBytes(index * 11))]);
  const bytes = zip(many), limits = { entryCount: 300, unpackedSize: many.reduce((sum, file) => sum + file[1].length, 0), areExact: true };
  const whole = await Archive.open(bytes, limits), tail = tailSize(many.map(file => file[0]));
  const part = await PartialArchive.open(bytes.subarray(bytes.length - tail), bytes.length, limits);
  for (const [name, contents] of many) {
    assert.deepEqual(Buffer.from(await whole.contents(name)), Buffer.from(contents));
    const [start, end] = part.range(name), parts = [];
    const source = { size: bytes.length, read: (from, to) => (from < start || to > end ? new Uint8Array(0) : bytes.subarray(from, to)) };
    await part.extract(name, source, piece => { parts.push(piece); });
    assert.deepEqual(Buffer.concat(parts), Buffer.from(contents));
  }
  assert.equal(part.range('none'), null);
});
