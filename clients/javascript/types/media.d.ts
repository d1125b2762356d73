/**
 * The MIME type that pages get a path with.
 *
 * @param {string} path
 */
export function contentType(path: string): any;
export function packageType(path: string): string;
