/**
 * Checks a name of an entry: a relative path that every file system can hold and that stays inside.
 *
 * @param {string} name
 */
export function checkName(name: string): void;
/**
 * What two names share that are one file where case is ignored or Unicode is normalised: full case folding through the
 * mappings of each character, then NFC.
 *
 * @param {string} name
 */
export function collisionKey(name: string): string;
/**
 * Checks that no two names collide and that none is a file and another's folder.
 *
 * @param {readonly string[]} names
 */
export function checkCollisions(names: readonly string[]): void;
export function isDevice(part: string): boolean;
export function printable(name: string): string;
