/**
 * A picture that was kept; `null` where none was.
 *
 * @param {import('./files.js').Files} files
 * @param {string} name
 * @returns {Promise<Picture | null>}
 */
export function readPicture(files: import('./files.js').Files, name: string): Promise<Picture | null>;
/**
 * Keeps what a page painted for its next visit, or forgets it where its window has another size by now. Where the
 * pixels cannot be read, or make too large a file, that is noted, and the page is not asked again.
 *
 * @param {import('./files.js').Files} files
 * @param {string} folder of the release
 * @param {{name?: unknown, width?: number, height?: number, scale?: number, pixels?: unknown}} message `pixels`: as canvases have them,
 *   the best first
 */
export function keepPicture(files: import('./files.js').Files, folder: string, { name, width, height, scale, pixels }: {
    name?: unknown;
    width?: number;
    height?: number;
    scale?: number;
    pixels?: unknown;
}): Promise<void>;
/**
 * A PNG file of opaque pixels; with a palette where they have few colours, as texts and areas do.
 *
 * @param {Uint32Array} pixels their bytes are red, green, blue, alpha
 * @param {number} columns
 */
export function png(pixels: Uint32Array, columns: number): Promise<Uint8Array>;
export function pictureName(folder: string, entry: string): Promise<string>;
/**
 * in CSS px; `image`: a URL with its bytes, empty where painting is better
 */
export type Picture = {
    width: number;
    height: number;
    scale: number;
    image: string;
};
