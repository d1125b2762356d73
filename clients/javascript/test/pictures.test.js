// Pictures of first screens: the file that is kept, and what is refused.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inflateSync } from 'node:zlib';
import { MemoryFiles } from '../src/index.js';
import { keepPicture, pictureName, png, readPicture } from '../src/pictures.js';

/** The pixels of a PNG file without filters, as [red, green, blue]. */
function decoded(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), chunks = {};
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at), type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks[type] = bytes.subarray(at + 8, at + 8 + length);
    assert.equal(view.getUint32(at + 8 + length), crc(bytes.subarray(at + 4, at + 8 + length)), type);
    at += 12 + length;
  }
  const columns = new DataView(chunks.IHDR.buffer, chunks.IHDR.byteOffset).getUint32(0), rows = new DataView(chunks.IHDR.buffer, chunks.IHDR.byteOffset).getUint32(4);
  const isIndexed = chunks.IHDR[9] === 3, raw = inflateSync(chunks.IDAT), width = columns * (isIndexed ? 1 : 3) + 1, pixels = [];
  assert.equal(raw.length, rows * width);
  for (let row = 0; row < rows; row++) {
    assert.equal(raw[row * width], 0);
    for (let at = row * width + 1; at < (row + 1) * width; at += isIndexed ? 1 : 3) pixels.push(isIndexed ? [...chunks.PLTE.subarray(raw[at] * 3, raw[at] * 3 + 3)] : [...raw.subarray(at, at + 3)]);
  }
  return { isIndexed, columns, rows, pixels };
}

/** CRC-32, bit by bit. */
function crc(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value >>> 1 ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

const pixelsOf = colors => Uint32Array.from(colors, ([red, green, blue]) => (red | green << 8 | blue << 16 | 255 << 24) >>> 0);

test('few colours are kept exactly, with a palette', async () => {
  const colors = Array.from({ length: 600 }, (_, index) => [index % 256, index % 3, 7]), { isIndexed, columns, rows, pixels } = decoded(await png(pixelsOf(colors.map(([red, , blue]) => [red, 0, blue])), 30));
  assert.deepEqual([isIndexed, columns, rows], [true, 30, 20]);
  assert.deepEqual(pixels, colors.map(([red, , blue]) => [red, 0, blue]));
});

test('rare colours give way to ones that look the same; areas keep theirs', async () => {
  const area = Array(2000).fill([200, 100, 50]), rare = Array.from({ length: 1000 }, (_, index) => [100 + index % 40, 100 + index % 25, 90]);
  const { isIndexed, pixels } = decoded(await png(pixelsOf([...area, ...rare]), 100));
  assert.ok(isIndexed);
  assert.deepEqual(pixels.slice(0, 2000), area);
  pixels.slice(2000).forEach((pixel, index) => pixel.forEach((part, channel) => assert.ok(Math.abs(part - rare[index][channel]) <= 8)));
});

test('many colours are kept exactly, without a palette', async () => {
  const colors = Array.from({ length: 30_000 }, (_, index) => [index & 255, index >> 8, index * 7 & 255]), { isIndexed, pixels } = decoded(await png(pixelsOf(colors), 300));
  assert.equal(isIndexed, false);
  assert.deepEqual(pixels, colors);
});

test('a picture is read as it was kept, and only where it belongs', async t => {
  const files = new MemoryFiles(), folder = 'releases/a', name = await pictureName(folder, 'screens/s/index.html.json'), size = { width: 10, height: 5, scale: 2 };
  const pixels = () => [pixelsOf(Array(200).fill([1, 2, 3])).buffer];
  assert.equal(await readPicture(files, name), null);
  for (const wrong of ['releases/b/picture.' + 'a'.repeat(43), `${folder}/manifest.json`, `${folder}/picture.../../state.json`, 7, undefined]) await keepPicture(files, folder, { ...size, name: wrong, pixels: pixels() });
  for (const wrong of [{ width: NaN }, { width: 1e9, height: 1e9 }, { scale: -1 }, { width: '10; x' }, { pixels: 'text' }, { pixels: {} }]) await keepPicture(files, folder, { ...size, name, pixels: pixels(), ...wrong });
  assert.deepEqual(await files.list('releases'), []);
  await keepPicture(files, folder, { ...size, name, pixels: pixels() });
  const { image, ...rest } = await readPicture(files, name);
  assert.deepEqual(rest, size);
  assert.deepEqual(decoded(new Uint8Array(Buffer.from(image.split(',')[1], 'base64'))).pixels, Array(200).fill([1, 2, 3]));
  // A window of another size.
  await keepPicture(files, folder, { ...size, name });
  assert.equal(await readPicture(files, name), null);
  // What cannot be read, or is large, is painted each time.
  const noise = Uint32Array.from({ length: 300 * 300 }, () => Math.random() * 2 ** 32);
  for (const message of [{ ...size, pixels: [] }, { ...size, pixels: [new ArrayBuffer(8), 7] }, { width: 300, height: 300, scale: 1, pixels: [noise.buffer] }]) {
    await keepPicture(files, folder, { ...message, name });
    assert.equal((await readPicture(files, name)).image, '');
  }
  // Browsers that compress nothing keep none.
  const { CompressionStream } = globalThis;
  t.after(() => { globalThis.CompressionStream = CompressionStream; });
  globalThis.CompressionStream = undefined;
  await keepPicture(files, folder, { ...size, name, pixels: pixels() });
  assert.equal((await readPicture(files, name)).image, '');
  globalThis.CompressionStream = CompressionStream;
  // What is there without the photos comes instead.
  await keepPicture(files, folder, { width: 300, height: 300, scale: 1, name, pixels: [noise.buffer, pixelsOf(Array(90_000).fill([9, 8, 7])).buffer] });
  assert.deepEqual(decoded(new Uint8Array(Buffer.from((await readPicture(files, name)).image.split(',')[1], 'base64'))).pixels[0], [9, 8, 7]);
});

test('damaged pictures are none, and a release has 64 at most', async () => {
  const files = new MemoryFiles(), text = value => new TextEncoder().encode(value);
  for (const damaged of ['', '{', 'null', '[]', '{"width":1,"height":1,"scale":1,"image":"data:image/png;base64,\\"><script>"}', '{"width":"1\\"","height":1,"scale":1,"image":""}', '{"width":1,"height":1,"scale":1,"image":"https://example.com/"}']) {
    await files.write('x', text(damaged));
    assert.equal(await readPicture(files, 'x'), null, damaged);
  }
  await files.write('x', Uint8Array.of(255, 254));
  assert.equal(await readPicture(files, 'x'), null);
  for (let page = 0; page < 70; page++) await keepPicture(files, 'releases/a', { width: 1, height: 1, scale: 1, pixels: [new ArrayBuffer(4)], name: await pictureName('releases/a', String(page)) });
  assert.equal((await files.list('releases/a')).length, 64);
});
