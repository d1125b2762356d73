// First screens as pages painted them: the next visit shows the picture, and paints nothing.
import { crc32 } from './archive.js';
import { base64, concatenate, hashOf, nameOf, text as textOf, utf8 } from './bytes.js';

/** @typedef {{width: number, height: number, scale: number, image: string}} Picture in CSS px; `image`: a URL with its bytes, empty where painting is better */

/** The pictures of one release, and the characters of one: more take longer than painting does. */
const mostPictures = 64, largestPicture = 200_000;

/**
 * The file of a picture, beside those of its release, with which it is removed.
 *
 * @param {string} folder of the release
 * @param {string} entry the display list
 */
export const pictureName = async (folder, entry) => `${folder}/picture.${nameOf(await hashOf(utf8(entry)))}`;

/**
 * A picture that was kept; `null` where none was.
 *
 * @param {import('./files.js').Files} files
 * @param {string} name
 * @returns {Promise<Picture | null>}
 */
export async function readPicture(files, name) {
  const bytes = await files.read(name);
  try {
    const { width, height, scale, image } = JSON.parse(bytes && textOf(bytes) || '{}');
    return [width, height, scale].every(number => typeof number === 'number' && number > 0) && /^(?:data:image\/png;base64,[A-Za-z0-9+/]+=*)?$/.test(image) ? { width, height, scale, image } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps what a page painted for its next visit, or forgets it where its window has another size by now. Where the
 * pixels cannot be read, or make too large a file, that is noted, and the page is not asked again.
 *
 * @param {import('./files.js').Files} files
 * @param {string} folder of the release
 * @param {{name?: unknown, width?: number, height?: number, scale?: number, pixels?: unknown}} message `pixels`: as canvases have them,
 *   the best first
 */
export async function keepPicture(files, folder, { name, width, height, scale, pixels }) {
  if (typeof name !== 'string' || !name.startsWith(`${folder}/picture.`) || !/^[\w-]{43}$/.test(name.slice(folder.length + 9))) return;
  if (!pixels) return files.lock('lock', true, () => files.remove(name));
  const columns = Math.round(width * scale), rows = Math.round(height * scale), isSize = [width, height, scale].every(number => typeof number === 'number');
  if (!isSize || !(columns > 0 && rows > 0 && columns * rows <= 1 << 24) || !Array.isArray(pixels)) return;
  let image = '';
  for (const one of pixels.slice(0, 2)) {
    if (image || !globalThis['CompressionStream'] || !(one instanceof ArrayBuffer) || one.byteLength !== columns * rows * 4) continue;
    const made = `data:image/png;base64,${base64(await png(new Uint32Array(one), columns))}`;
    if (made.length <= largestPicture) image = made;
  }
  await files.lock('lock', true, async () => {
    const others = (await files.list(folder)).filter(one => one.startsWith('picture.'));
    if (others.length >= mostPictures) await files.remove(`${folder}/${others[Math.floor(Math.random() * others.length)]}`);
    await files.write(name, utf8(JSON.stringify({ width, height, scale, image })));
  });
}

/**
 * A palette of at most 256 colours, and the number that each colour has in it; `null` where they are too many. The most frequent ones
 * are exact; what is as good as one of them, such as edges of letters, takes its place.
 *
 * @param {Map<number, number>} counts
 */
function paletteOf(counts) {
  const parts = color => [color & 255, color >> 8 & 255, color >> 16 & 255];
  const colors = counts.size > 20_000 ? [] : [...counts].sort((one, other) => other[1] - one[1]).map(([color]) => color);
  for (const tolerance of colors.length > 256 ? [4, 8] : colors.length ? [0] : []) {
    const palette = [], numbers = new Map();
    for (const color of colors) {
      const own = parts(color);
      const near = tolerance ? palette.findIndex(other => other.every((part, index) => Math.abs(part - own[index]) <= tolerance)) : -1;
      numbers.set(color, near < 0 ? palette.push(own) - 1 : near);
      if (palette.length > 256) break;
    }
    if (palette.length <= 256) return { palette, numbers };
  }
  return null;
}

/**
 * A PNG file of opaque pixels; with a palette where they have few colours, as texts and areas do.
 *
 * @param {Uint32Array} pixels their bytes are red, green, blue, alpha
 * @param {number} columns
 */
export async function png(pixels, columns) {
  const rows = pixels.length / columns, counts = new Map(), bytes = new Uint8Array(pixels.buffer);
  for (let at = 0, end; at < pixels.length && counts.size <= 20_000; at = end) {
    for (end = at + 1; pixels[end] === pixels[at];) end++;
    counts.set(pixels[at], (counts.get(pixels[at]) ?? 0) + end - at);
  }
  const found = paletteOf(counts), raw = new Uint8Array(rows * ((found ? columns : columns * 3) + 1));
  let last = -1, number = 0, to = 0;
  for (let at = 0; at < pixels.length; at++) {
    // A row begins with its filter, which is none.
    if (at % columns === 0) to++;
    if (found) {
      if (pixels[at] !== last) number = found.numbers.get(last = pixels[at]);
      raw[to++] = number;
    } else {
      raw.set(bytes.subarray(at * 4, at * 4 + 3), to);
      to += 3;
    }
  }
  const data = new Uint8Array(await new Response(new Blob([raw]).stream().pipeThrough(new globalThis['CompressionStream']('deflate'))).arrayBuffer());
  const big = value => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
  const chunk = (type, body) => {
    const named = concatenate([utf8(type), Uint8Array.from(body)]);
    return [Uint8Array.from(big(body.length)), named, Uint8Array.from(big(crc32(0, named)))];
  };
  return concatenate([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), ...chunk('IHDR', [...big(columns), ...big(rows), 8, found ? 3 : 2, 0, 0, 0]),
    ...(found ? chunk('PLTE', found.palette.flat()) : []), ...chunk('IDAT', data), ...chunk('IEND', []),
  ]);
}
