/**
 * The type of a path: what an index says where it names no other one, and what pages get it with (docs/reference/format.md,
 * “Content types”).
 *
 * @param {string} path
 * @returns {string}
 */
export function contentType(path: string): string;
