import { compareUTF8, text as textOf, isHash, utf8 } from './bytes.js';
import { HybridError, refuse } from './errors.js';
import { isDevice } from './names.js';

const maximumDepth = 64, maximumValues = 500_000;

/**
 * Reads JSON (RFC 8259) strictly: one value in UTF-8, no member twice, no lone surrogate, at most 64 levels.
 *
 * @param {Uint8Array} bytes @param {number} [limit] the most values: objects, arrays, texts, numbers and words
 */
export function parseJSON(bytes, limit = Infinity) {
  if (limit < bytes.length && valuesIn(bytes) > limit) refuse('json', `at most ${limit} values`);
  const source = textOf(bytes);
  if (source === null) refuse('json', 'UTF-8');
  let at = 0;
  const wrong = expected => refuse('json', `${expected} at character ${at}`);
  const skip = () => { while (' \n\r\t'.includes(source[at] ?? 'x')) at++; };

  function value(depth) {
    if (depth >= maximumDepth) wrong(`at most ${maximumDepth} levels`);
    skip();
    switch (source[at]) {
      case '{': return object(depth);
      case '[': return array(depth);
      case '"': return string();
      case 't': return word('true', true);
      case 'f': return word('false', false);
      case 'n': return word('null', null);
      default: return number();
    }
  }
  function word(text, result) {
    if (!source.startsWith(text, at)) wrong(text);
    at += text.length;
    return result;
  }
  function object(depth) {
    const members = Object.create(null), names = new Set();
    at++;
    skip();
    if (source[at] === '}') { at++; return members; }
    for (;;) {
      skip();
      if (source[at] !== '"') wrong('a member’s name');
      const name = string();
      skip();
      if (source[at++] !== ':') wrong('a colon');
      const member = value(depth + 1);
      // Names that are canonically equivalent are one for readers that compare so.
      const key = name.normalize('NFC');
      if (names.has(key)) wrong('a member that is not there yet');
      names.add(key);
      members[name] = member;
      skip();
      if (source[at] === '}') { at++; return members; }
      if (source[at++] !== ',') wrong('a comma or a brace');
    }
  }
  function array(depth) {
    const elements = [];
    at++;
    skip();
    if (source[at] === ']') { at++; return elements; }
    for (;;) {
      elements.push(value(depth + 1));
      skip();
      if (source[at] === ']') { at++; return elements; }
      if (source[at++] !== ',') wrong('a comma or a bracket');
    }
  }
  function string() {
    const pattern = /"((?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"/y;
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (!found) wrong('a text');
    at = pattern.lastIndex;
    const result = found[1].includes('\\') ? JSON.parse(found[0]) : found[1];
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(result)) wrong('no lone surrogate');
    return result;
  }
  function number() {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    // `01` is not a number: the digits must end.
    if (!found || /\d/.test(source[pattern.lastIndex] ?? '')) wrong('a value');
    at = pattern.lastIndex;
    const result = Number(found[0]);
    if (!Number.isFinite(result)) wrong('a number that a double can hold');
    return result;
  }

  const result = value(0);
  skip();
  if (at !== source.length) wrong('the end');
  return result;
}

/** How many values a text of JSON has, before anything is made of it: one more for each comma, and for each bracket or brace with something inside. */
function valuesIn(bytes) {
  let count = 1, isText = false, isOpen = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === 0x5c) at++;
      else isText = byte !== 0x22;
    } else if (byte > 0x20) {
      isText = byte === 0x22;
      // `[]` and `{}` have nothing inside.
      if (isOpen && byte !== 0x5d && byte !== 0x7d) count++;
      isOpen = byte === 0x5b || byte === 0x7b;
      if (byte === 0x2c) count++;
    }
  }
  return count;
}

/** The one text of a value (docs/reference/format.md, “Common rules”); members that are `undefined` are left out. */
export function canonicalJSON(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJSON).join(',')}]`;
  if (value && typeof value === 'object') {
    const names = Object.keys(value).filter(name => value[name] !== undefined).sort(compareUTF8);
    return `{${names.map(name => `${string(name)}:${canonicalJSON(value[name])}`).join(',')}}`;
  }
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number') return number(value);
  return String(value);
}

function string(text) {
  const named = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  const escaped = text.replace(/["\\\u0000-\u001f]/g,
    character => named[character] ?? '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0'));
  return `"${escaped}"`;
}

function number(value) {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 53) return String(value === 0 ? 0 : value);
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 2 ** 54) {
    const text = String(value);
    return text.includes('.') ? text : text + '.0';
  }
  const [digits, exponent] = value.toExponential().split('e');
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** Reads members of an object strictly: each call names what it needs, and the error names the member. */
export class Reading {
  /** @param {any} value @param {string} [path] where it is, such as `packages[0]` */
  constructor(value, path = '') {
    this.value = value;
    this.path = path;
  }

  /**
   * The root of a file's text, which is an object.
   *
   * @param {Uint8Array} bytes @param {number} [limit] the most values
   */
  static parse(bytes, limit = maximumValues) {
    const value = parseJSON(bytes, limit);
    if (!isObject(value)) refuse('json', 'an object');
    return new Reading(value);
  }

  member(key) { return this.path ? `${this.path}.${key}` : key; }

  #get(key) { return isObject(this.value) ? this.value[key] : undefined; }

  #take(key, expected, isRight, isOptional) {
    const value = this.#get(key);
    if (isOptional && (value === undefined || value === null)) return undefined;
    if (!isRight(value)) throw this.wrong(key, expected);
    return value;
  }

  wrong(key, expected, code = 'member') {
    const value = this.#get(key), found = value === undefined ? 'nothing' : canonicalJSON(value);
    return new HybridError(code, { entry: this.member(key), expected, found: found.length > 80 ? found.slice(0, 77) + '…' : found });
  }

  string(key, isOptional = false) { return this.#take(key, 'a text', value => typeof value === 'string', isOptional); }
  /** An integer from 0 to 2^53 − 1. */
  count(key) { return this.#take(key, 'an integer from 0 on', value => Number.isInteger(value) && value >= 0 && value < 2 ** 53) + 0; }
  /** A text that people see or that is compared: short, without control characters. */
  label(key, isOptional = false) {
    const value = this.string(key, isOptional);
    if (value !== undefined && (/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(value) || utf8(value).length > 1024)) {
      throw this.wrong(key, 'at most 1024 bytes without control characters');
    }
    return value;
  }
  /** A name of a package or viewport. */
  name(key) {
    const value = this.string(key);
    if (!isName(value)) throw this.wrong(key, '1 to 200 letters, digits and ._@+-, not beginning with a dot, and not a device such as CON');
    return value;
  }
  /** A number of bytes or entries with its bounds. */
  size(key, limit, least = 0) {
    const value = this.count(key);
    if (value > limit) throw this.wrong(key, `at most ${limit}`, 'size');
    if (value < least) throw this.wrong(key, `at least ${least}`, 'size');
    return value;
  }
  number(key, isOptional = false) { return this.#take(key, 'a number', value => typeof value === 'number', isOptional); }
  hash(key) {
    const value = this.string(key);
    if (!isHash(value)) throw this.wrong(key, 'sha256- and base64url');
    return value;
  }
  /** A relative path that stays inside the release. */
  url(key) {
    const value = this.string(key);
    if (!isSoundPath(value)) throw this.wrong(key, 'a path inside the release', 'path');
    return value;
  }
  between(key, least, most, absent) {
    const value = this.number(key, absent !== undefined) ?? absent;
    if (!(value >= least && value <= most)) throw this.wrong(key, `a number from ${least} to ${most}`);
    return value;
  }
  /** @param {string} key @param {boolean} [isOptional] @returns {Reading | undefined} */
  object(key, isOptional = false) {
    const value = this.#take(key, 'an object', isObject, isOptional);
    return value && new Reading(value, this.member(key));
  }
  array(key, isOptional = false, limit = Infinity) {
    if (isOptional && this.#get(key) === undefined) return [];
    const elements = this.#take(key, 'an array', Array.isArray);
    if (elements.length > limit) refuse('member', `at most ${limit}`, elements.length, { entry: this.member(key) });
    return elements.map((element, index) => new Reading(element, `${this.member(key)}[${index}]`));
  }
}

const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether a name of a package or viewport can be a part of a path. */
export const isName = name => /^[A-Za-z0-9_@+-][A-Za-z0-9._@+-]{0,199}$/.test(name) && !isDevice(name);

/** Whether a path of a manifest stays inside the release. */
export const isSoundPath = path => path.length <= 512 && path.split('/').every(isName);

/** Whether two values of JSON are alike, whatever the order of members. */
export function sameJSON(one, other) {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every(name => Object.hasOwn(other, name) && sameJSON(one[name], other[name]));
}
