import { refuse } from './errors.js';
import { utf8 } from './bytes.js';

const maximumLength = 1024, maximumPartLength = 255;
// C0, DEL and C1 controls; marks, embeddings and overrides of direction; what is not seen.
const hidden = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
const device = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|(?:COM|LPT)[0-9¹²³])$/;

/**
 * Whether Windows takes a part of a name for a device, with or without an extension.
 *
 * @param {string} part
 */
export const isDevice = part => device.test(part.split('.', 1)[0].replace(/ +$/, '').toUpperCase());

/**
 * Checks a name of an entry: a relative path that every file system can hold and that stays inside.
 *
 * @param {string} name
 */
export function checkName(name) {
  const wrong = (rule, expected, found) => refuse('archive.' + rule, expected, found, { entry: printable(name) });
  const length = utf8(name).length;
  if (!length || length > maximumLength) wrong('nameLength', `1 to ${maximumLength} bytes`, length);
  if (name.includes('\\')) wrong('nameBackslash', '/ between folders');
  if (hidden.test(name)) wrong('nameControl');
  if (name[0] === '/' || /^[A-Za-z]:/.test(name)) wrong('nameAbsolute', 'a relative path');
  if (/[<>:"|?*]/.test(name.replace(/\[[^\]/]*/g, part => part.replaceAll(':', '')))) wrong('nameReserved');
  for (const part of name.split('/')) {
    if (!part || part === '.' || part === '..') {
      wrong('nameTraversal', 'no empty part, . or ..');
    }
    if (part.length * 3 > maximumPartLength && utf8(part).length > maximumPartLength) {
      wrong('nameLength', `at most ${maximumPartLength} bytes between slashes`);
    }
    if (/[. ]$/.test(part)) wrong('nameDevice', 'no part that ends in a dot or a space');
    if (isDevice(part)) wrong('nameDevice', undefined, 'a device');
  }
}

/**
 * A name without what would disturb a terminal.
 *
 * @param {string} name
 */
export const printable = name => [...name].slice(0, 200).map(character =>
  hidden.test(character) ? `\\u{${character.codePointAt(0).toString(16)}}` : character).join('');

/**
 * What two names share that are one file where case is ignored or Unicode is normalised: full case folding through the
 * mappings of each character, then NFC.
 *
 * @param {string} name
 */
export function collisionKey(name) {
  if (/^[\x00-\x7f]*$/.test(name)) return name.toLowerCase();
  let key = '';
  for (const character of name) {
    if (character === 'ı') key += character;
    else for (const lower of character.toLowerCase()) for (const upper of lower.toUpperCase()) key += upper.toLowerCase();
  }
  return key.normalize('NFC');
}

/**
 * Checks that no two names collide and that none is a file and another's folder.
 *
 * @param {readonly string[]} names
 */
export function checkCollisions(names) {
  const byKey = new Map();
  for (const name of names) {
    const key = collisionKey(name);
    if (byKey.has(key)) refuse('archive.duplicate', undefined, byKey.get(key), { entry: name });
    byKey.set(key, name);
  }
  const checked = new Set();
  for (const name of names) {
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
      const folder = name.slice(0, end);
      if (checked.has(folder)) break;
      checked.add(folder);
      const other = byKey.get(collisionKey(folder));
      if (other !== undefined) refuse('archive.fileIsFolder', undefined, other, { entry: name });
    }
  }
}
