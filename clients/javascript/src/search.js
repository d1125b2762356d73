// Asks the index of words that `hybrid build` makes with "search": true, as the Swift client does (docs/reference/format.md, search.index).
import { refuse } from './errors.js';

/**
 * @typedef {{
 *   path: string, route: string, title: string, titleHighlights: [number, number][], excerpt: string, highlights: [number, number][],
 *   language?: string, image?: string, score: number,
 * }} SearchHit `highlights`: the places of the question's words, from and up to offsets of UTF-16
 */
/** @typedef {{language?: string, limit?: number}} SearchOptions `language`: only pages in it, with any region; `de-CH` finds `de` where no page is in `de-CH` */

const encoder = new TextEncoder(), decoder = new TextDecoder();

// MARK: Words

const part = '\\p{Alphabetic}\\p{M}\\p{N}';
/** In words and not of them. */
const ignored = '\\xad\\u200c\\u200d\\u2060\\ufe00-\\ufe0f\\ufeff\\u{e0100}-\\u{e01ef}';
/** Scripts that write no spaces. */
const unspaced = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3040-\\u318f\\u31f0-\\u31ff'
  + '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uffdc\\u{20000}-\\u{3ffff}';
const run = `(?=[${part}])[${unspaced}]`, number = `(?![${unspaced}])\\p{Nd}`;
const allWords = new RegExp(`(${run}(?:${run}|[${ignored}])*)|(?![${unspaced}${ignored}])[${part}](?:(?![${unspaced}])[${part}${ignored}]|(?<=\\p{Nd}[${ignored}]*)[.,](?=${number}))*`, 'gu');
const noPart = new RegExp(`[^${part}.,]|[${ignored}]`, 'gu'), isIgnored = new RegExp(`[${ignored}]`, 'u');
const marks = /[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const others = { ß: 'ss', æ: 'ae', ð: 'd', ø: 'o', þ: 'th', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', œ: 'oe', ς: 'σ' };

/** A word without case and diacritics: at most 64 bytes. */
function fold(word) {
  const term = /^[\x00-\x7f]*$/.test(word) ? word.toLowerCase()
    : word.toLowerCase().normalize('NFKD').replace(marks, '').toLowerCase().replace(/[ßæðøþđħıłœς]/g, letter => others[letter]).replace(noPart, '').normalize('NFC');
  const bytes = encoder.encode(term);
  if (bytes.length <= 64) return term;
  let end = 64;
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end));
}

/**
 * The words of a text with their places.
 *
 * @param {string} text
 * @param {boolean} [isQuery] the last character of a run without spaces makes a term only where it is the whole run
 * @returns {{term: string, start: number, end: number}[]}
 */
export function words(text, isQuery = false) {
  const found = [];
  const add = (term, start, end) => { if (term) found.push({ term, start, end }); };
  for (const match of text.matchAll(allWords)) {
    let at = match.index, previous = null;
    if (!match[1]) {
      add(fold(match[0]), at, at + match[0].length);
      continue;
    }
    const before = found.length;
    for (const character of match[1]) {
      const start = at;
      at += character.length;
      if (isIgnored.test(character)) continue;
      const term = fold(character);
      if (previous) add(previous.term + term, previous.start, at);
      previous = { term, start, end: at };
    }
    if (!isQuery || found.length === before) add(previous.term, previous.start, previous.end);
  }
  return found;
}

/** What a reader looks for: the last word may be the beginning of one. */
class Query {
  constructor(text) {
    const asked = [...text].slice(0, 1000).join(''), found = words(asked, true), last = found.pop();
    this.terms = last ? [...new Set(found.map(word => word.term))].filter(term => term !== last.term).slice(0, 15).concat(last.term) : [];
    this.prefix = last?.end === asked.length ? last.term : null;
  }

  /** Which of the question's words a term is; -1 for none. */
  number(term) {
    const index = this.terms.indexOf(term);
    return index < 0 && this.prefix !== null && term.startsWith(this.prefix) ? this.terms.length - 1 : index;
  }
}

// MARK: The index

const fault = (offset, expected) => refuse('search', expected, undefined, { file: 'search.index', entry: `byte ${offset}` });
const log2 = value => 31 - Math.clz32(value);

/** `search.index`, read in place; what breaks the format is refused. */
export class SearchIndex {
  #bytes; #view; #documents; #blocks; #terms; #lists; #end; #mean; #languages = [];

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), word = at => view.getUint32(at, true);
    if (bytes.length < 48 || decoder.decode(bytes.subarray(0, 8)) !== 'HYBSRCH1') fault(0, 'HYBSRCH1');
    this.count = word(8);
    this.termCount = word(12);
    this.#mean = word(16) / 16;
    /** The size of `search.json`. */
    this.recordsSize = word(44);
    const places = [20, 24, 28, 32, 36, 40].map(word);
    if (this.count > 1 << 20) fault(8, 'fewer documents');
    if (this.#mean < 1) fault(16, 'a mean length');
    if (places[0] !== 48 || places.some((place, index) => place < (places[index - 1] ?? 0)) || places[5] !== bytes.length) fault(20, 'sections in order');
    [, this.#documents, this.#blocks, this.#terms, this.#lists, this.#end] = places;
    if (this.#blocks - this.#documents !== this.count * 12) fault(24, '12 bytes for each document');
    if (this.#terms - this.#blocks !== Math.ceil(this.termCount / 16) * 8) fault(28, '8 bytes for each block');
    this.#bytes = bytes;
    this.#view = view;
    let at = 49;
    for (let left = bytes[48]; left > 0; left--) {
      const end = at + 1 + bytes[at];
      if (!(end <= this.#documents) || end === at + 1) fault(at, 'a language');
      this.#languages.push(decoder.decode(bytes.subarray(at + 1, end)));
      at = end;
    }
    if (at !== this.#documents) fault(at, 'the end of the languages');
  }

  /**
   * The documents that answer a question, the best first.
   *
   * @param {Query} query
   * @param {SearchOptions} options
   * @returns {{score: number, start: number, end: number}[]}
   */
  matches(query, { language, limit = 10 }) {
    if (!query.terms.length || !this.count) return [];
    const scores = new Float64Array(this.count), counts = new Uint8Array(this.count), best = new Float64Array(this.count), found = [];
    query.terms.forEach((term, number) => {
      const length = encoder.encode(term).length, touched = [];
      for (const entry of this.#find(term, query.prefix !== null && number === query.terms.length - 1)) {
        const rarity = Math.log(1 + (this.count - entry.frequency + 0.5) / (entry.frequency + 0.5)) * (length + 2) / (entry.term.length + 2);
        this.#list(entry, (document, weight) => {
          const score = rarity * weight * 2.2 / (weight + 1.2 * (0.25 + 0.75 * this.#length(document) / this.#mean));
          if (!best[document]) touched.push(document);
          best[document] = Math.max(best[document], score);
        });
      }
      for (const document of touched) {
        if (!counts[document]) found.push(document);
        counts[document]++;
        scores[document] += best[document];
        best[document] = 0;
      }
    });
    let wanted = language?.toLowerCase().replaceAll('_', '-');
    const isIn = tag => tag === wanted || tag?.startsWith(wanted + '-');
    // RFC 4647, 3.4: a tag that nothing has counts without its last part.
    while (wanted?.includes('-') && !this.#languages.some(isIn)) wanted = wanted.slice(0, wanted.lastIndexOf('-'));
    const isWanted = document => wanted === undefined || isIn(this.#languages[this.#bytes[this.#documents + document * 12 + 10] - 1]);
    const any = found.filter(isWanted), all = any.filter(document => counts[document] === query.terms.length);
    return (all.length ? all : any).sort((left, right) => scores[right] - scores[left] || left - right).slice(0, limit).map(document => {
      const row = this.#documents + document * 12, start = this.#view.getUint32(row, true), end = start + this.#view.getUint32(row + 4, true);
      if (end > this.recordsSize || end === start) fault(row, 'a record within search.json');
      return { score: scores[document], start, end };
    });
  }

  #length(document) { return this.#view.getUint16(this.#documents + document * 12 + 8, true); }

  /** The term itself, and with `isPrefix` those that begin with it: the shortest first. */
  #find(text, isPrefix) {
    const wanted = encoder.encode(text), found = [];
    let low = 0, high = Math.ceil(this.termCount / 16);
    if (!high) return found;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (order(wanted, this.#read(middle).next().value.term) < 0) high = middle; else low = middle;
    }
    for (const entry of this.#read(low)) {
      if (wanted.every((byte, index) => entry.term[index] === byte)) {
        if (!isPrefix && entry.term.length !== wanted.length) break;
        found.push(entry);
        if (!isPrefix || found.length === 20_000) break;
      } else if (order(wanted, entry.term) < 0) break;
    }
    return found.length > 128 ? found.sort((left, right) => left.term.length - right.term.length).slice(0, 128) : found;
  }

  /** The terms from a block on. */
  * #read(block) {
    let term = [], at = 0, list = 0;
    const integer = () => {
      for (let value = 0, factor = 1; at < this.#lists && factor < 2 ** 35; factor *= 128) {
        const byte = this.#bytes[at++];
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
      return fault(at, 'a number');
    };
    for (let number = block * 16; number < this.termCount; number++) {
      if (number % 16 === 0) {
        const row = this.#blocks + number / 2, start = this.#terms + this.#view.getUint32(row, true), first = this.#lists + this.#view.getUint32(row + 4, true);
        if (start >= this.#lists || first > this.#end || number > block * 16 && (start !== at || first !== list)) fault(row, 'the block’s first term');
        at = start;
        list = first;
        term = [];
      } else {
        const shared = integer();
        if (shared > term.length) fault(at, 'a shared beginning');
        term = term.slice(0, shared);
      }
      const length = integer();
      if (length > this.#lists - at || !(term.length + length) || term.length + length > 128) fault(at, 'a term');
      term.push(...this.#bytes.subarray(at, at += length));
      const frequency = integer(), size = integer();
      if (!frequency || frequency > this.count || frequency > size * 4 || size > this.#end - list) fault(at, 'a term’s list');
      yield { term: Uint8Array.from(term), frequency, start: list, end: list += size };
    }
  }

  /** Calls `body` with the documents of a term and what it counts in them. */
  #list({ frequency, start, end }, body) {
    const bytes = this.#bytes, last = end * 8, mean = Math.floor(this.count * 11 / (frequency * 16)), low = mean < 1 ? 0 : log2(mean);
    let at = start * 8, next = 0;
    const bit = () => {
      if (at >= last) fault(start, `a list of ${frequency} documents`);
      return bytes[at >>> 3] >> (7 - (at++ & 7)) & 1;
    };
    const unary = () => {
      let count = 0;
      while (bit()) count++;
      return count;
    };
    const number = (high, bits) => {
      let value = high;
      for (; bits > 0; bits--) value = value * 2 + bit();
      return value;
    };
    for (let left = frequency; left > 0; left--) {
      const document = next + number(unary(), low);
      if (document >= this.count) fault(start, `a list of ${frequency} documents`);
      const bits = unary();
      if (bits > 15) fault(start, 'a weight');
      body(document, number(1, bits));
      next = document + 1;
    }
  }
}

function order(left, right) {
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return left[index] < (right[index] ?? -1) ? -1 : 1;
  return left.length - right.length;
}

// MARK: Excerpts

/** The part of a text with most of a question's words, as the Swift client cuts it. */
function excerpt(whole, query, length) {
  const text = whole.slice(0, 1 << 18).replace(/\n/g, ' '), found = [], all = [];
  // Places count characters, not UTF-16.
  let at = 0, count = 0;
  const place = offset => {
    count += [...text.slice(at, offset)].length;
    at = offset;
    return count;
  };
  for (const { term, start, end } of words(text)) {
    const from = place(start), word = { number: query.number(term), from, to: from + [...text.slice(start, end)].length };
    all.push(word);
    if (word.number >= 0) found.push(word);
  }
  const characters = [...text], total = characters.length, first = startOf(found, length), lead = Math.floor(length / 4);
  let start = 0, end = total;
  if (first > lead) start = all.filter(word => word.from <= first - lead).pop()?.from ?? 0;
  if (total - start > length) {
    end = Math.max(all.filter(word => word.from >= start && word.to <= start + length).pop()?.to ?? 0, start + 1);
    if (end - start < length / 2) end = Math.min(total, start + length);
  }
  const before = start > 0 ? '…' : '', places = [];
  for (const { from, to } of found) {
    const last = places[places.length - 1];
    if (from < start || to > end) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], to); else places.push([from, to]);
  }
  const offset = character => before.length + characters.slice(start, character).join('').length;
  return { text: before + characters.slice(start, end).join('') + (end < total ? '…' : ''), places: places.map(([from, to]) => /** @type {[number, number]} */ ([offset(from), offset(to)])) };
}

/** Where the stretch begins that has the most of the question's words; 0 for none. */
function startOf(found, length) {
  const counts = new Map();
  let best = 0, start = 0, end = 0;
  found.forEach((word, index) => {
    while (end < found.length && (found[end].to <= word.from + Math.floor(length * 3 / 4) || end === index)) {
      counts.set(found[end].number, (counts.get(found[end].number) ?? 0) + 1);
      end++;
    }
    if (counts.size > best) [best, start] = [counts.size, word.from];
    const left = counts.get(word.number) - 1;
    if (left > 0) counts.set(word.number, left); else counts.delete(word.number);
  });
  return start;
}

// MARK: Answers

/** An index with what reads the records that it names. */
export class Searcher {
  #index; #read;

  /**
   * @param {Uint8Array} index `search.index`
   * @param {(start: number, end: number) => Promise<Uint8Array>} read a part of `search.json`
   */
  constructor(index, read) {
    this.#index = new SearchIndex(index);
    this.#read = read;
  }

  /**
   * The pages that answer a question, the best first: those with all of its words, or where there is none, those with any.
   *
   * @param {string} text the question as it is typed
   * @param {SearchOptions} [options]
   * @returns {Promise<SearchHit[]>}
   */
  async search(text, options = {}) {
    const query = new Query(text);
    return Promise.all(this.#index.matches(query, options).map(async ({ score, start, end }) => {
      const record = JSON.parse(decoder.decode(await this.#read(start, end)));
      if (typeof record?.path !== 'string' || typeof record.route !== 'string') refuse('search', 'a record', undefined, { file: 'search.json', entry: `byte ${start}` });
      const own = name => (typeof record[name] === 'string' ? record[name] : '');
      const title = excerpt(own('title') || record.path, query, 1000), shown = excerpt(own('text') || own('description'), query, 160);
      return {
        path: record.path, route: record.route, title: title.text, titleHighlights: title.places, excerpt: shown.text, highlights: shown.places,
        language: own('language') || undefined, image: own('image') || undefined, score,
      };
    }));
  }
}

/** @type {WeakMap<object, Promise<Searcher>>} */
const searchers = new WeakMap();

/**
 * The pages of a release that answer a question, the best first: offline, from the release's own index.
 *
 * @param {import('./release.js').Release} release
 * @param {string} text the question as it is typed: the last word may be the beginning of one
 * @param {SearchOptions} [options]
 * @returns {Promise<SearchHit[]>} nothing where the release has no index
 */
export async function search(release, text, options) {
  if (!release.entry('search.index') || !release.entry('search.json')) return [];
  let searcher = searchers.get(release);
  if (!searcher) {
    searcher = release.contents('search.index').then(index => new Searcher(index, (start, end) => release.contents('search.json', start, end)));
    searchers.set(release, searcher);
  }
  return (await searcher).search(text, options);
}
