// Routes (docs/reference/routes.md): which page of a release a URL leads to, decided as the Swift client does.
//
// URLs and patterns are compared as bytes of UTF-8, here in texts of one character a byte.
import { text as textOf, utf8 } from './bytes.js';

const types = ['bool', 'int', 'uuid', 'double', 'slug', 'string'];
const defaultPorts = new Set(['http', 'https', 'ws', 'wss', 'ftp']);
const lenient = new TextDecoder();

const toBytes = text => {
  let result = '';
  for (const byte of utf8(text)) result += String.fromCharCode(byte);
  return result;
};
const fromBytes = bytes => {
  const array = Uint8Array.from([...bytes], character => character.charCodeAt(0));
  return textOf(array) ?? lenient.decode(array);
};

/** Whether decoded bytes are of a parameter's type. */
function accepts(type, bytes) {
  if (!bytes) return false;
  switch (type) {
    case 'bool': return bytes === 'true' || bytes === 'false';
    case 'int': {
      if (!/^[+-]?\d+$/.test(bytes)) return false;
      const number = BigInt(bytes.replace(/^\+/, ''));
      return number >= -(2n ** 63n) && number < 2n ** 63n;
    }
    case 'uuid': return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(bytes);
    case 'double': return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(bytes) && Number.isFinite(Number(bytes));
    case 'slug': return /^[A-Za-z0-9_-]+$/.test(bytes);
    default: return true;
  }
}

/** The lengths, the longest first, that a value may have in a segment that it shares with others. */
function* sharedLengths(type, segment) {
  if (segment.length > 1024) return;
  let longest = segment.length - 1;
  if (type === 'slug') longest = Math.min(longest, /^[A-Za-z0-9_-]*/.exec(segment)[0].length);
  else if (type === 'uuid') longest = Math.min(longest, 36);
  else if (type !== 'string') longest = Math.min(longest, 64);
  for (let length = longest; length >= (type === 'uuid' ? 36 : 1); length--) yield length;
}

// MARK: URLs

/** How many dots, 1 or 2, a segment consists of, as they are or as `%2e`; 0 for any other. */
const dots = segment => (segment.length <= 6 && /^(?:\.|%2e){1,2}$/i.test(segment) ? segment.replace(/%2e/gi, '.').length : 0);

/** Escapes decoded, except those of a slash, and `%25` where `%2F` would follow it. */
const decoded = (bytes, isPlain = false) => bytes.replace(/%([0-9a-f]{2})/gi, (escape, digits, at) => {
  const code = parseInt(digits, 16);
  return code === 0x2f || code === 0x25 && !isPlain && /^(?:25)*2f/i.test(bytes.slice(at + 3)) ? escape : String.fromCharCode(code);
});

/** A value of a path as it was before it was escaped: `%2F` is a slash, `%252F` the text `%2F`. */
const unescapedSlashes = bytes => bytes.replace(/%((?:25)*)(2f)/gi, (_, more, slash) => (more ? `%${more.slice(2)}${slash}` : '/'));

const formDecoded = bytes => bytes.replace(/\+/g, ' ').replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

/** Host and port of a web scheme as they are compared; `null` for what is none. */
function authority(bytes, scheme) {
  if (!bytes || /[/?#\\]/.test(bytes)) return null;
  try {
    return toBytes(new URL(`${scheme}://${fromBytes(bytes)}/`).host) || null;
  } catch {
    return null;
  }
}

/** A URL whose authority is written in one way; `null` for what looks like a URL with a host and has none. */
function canonical(url) {
  if (url[0] === '/') return url[1] === '/' ? canonical('https:' + url) : url;
  const found = /^([A-Za-z][^:]*):([/\\]*)([^/?#\\]*)([^?#]*)/.exec(url), scheme = found?.[1].toLowerCase();
  if (!found || !defaultPorts.has(scheme)) return url;
  const [whole, , slashes, host, path] = found;
  if (slashes === '//' && /^[A-Za-z0-9.-]+$/.test(host) && !path.includes('\\')) return url;
  const written = authority(host, scheme);
  return written === null ? null : `${scheme}://${written}${path.replaceAll('\\', '/')}${url.slice(whole.length)}`;
}

/** Scheme and host in lower case, dot segments resolved, escapes decoded except for a slash's, no closing slash. */
function normalized(url) {
  const found = /^(?:([A-Za-z][A-Za-z0-9+.-]*:)(\/\/[^/?#]*)?)?([^?#]*)(?:\?([^#]*))?/.exec(url);
  const before = (found[1] ?? '').toLowerCase() + (found[2] ?? '').toLowerCase();
  const segments = [];
  const parts = found[3].replace(/^\//, '').split('/');
  parts.forEach((part, index) => {
    const count = dots(part);
    if (count === 2) segments.pop();
    else if (count === 0 && (part || index < parts.length - 1)) segments.push(decoded(part));
  });
  let path = segments.map(segment => '/' + segment).join('');
  if (path === '/') path = '';
  return { before, path: path || '/', query: found[4] ?? '' };
}

// MARK: Patterns

/**
 * @typedef {object} Way a way of taking and leaving the optional parts of a pattern
 * @property {number} route
 * @property {boolean} hasAuthority
 * @property {(string | {name: string, type: string} | '*' | '**')[]} pieces
 */

class PatternReader {
  #text; #at = 0; #optionalParts = 0; #special = null; #isInHost = false;
  parameters = new Map();
  ways = [[]];
  query = [];
  hasAuthority = false;

  constructor(text) {
    this.#text = toBytes(text);
    if (!text || this.#text.length > 2048) this.#wrong();
    this.#scheme();
    if (!this.hasAuthority && !/^[/*]/.test(this.#text)) this.#wrong();
    this.#path(false);
    if (this.#at < this.#text.length) this.#readQuery();
    this.ways = this.ways.map(joined).flatMap(withEmptyRest);
  }

  #wrong() { throw new SyntaxError(`no pattern: ${this.#text}`); }

  #append(piece) { for (const way of this.ways) way.push(piece); }

  #scheme() {
    const found = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(this.#text);
    if (!found) return;
    const name = found[1].toLowerCase();
    this.hasAuthority = true;
    if (defaultPorts.has(name)) this.#special = name;
    this.#at = found[0].length;
    const address = this.#special && /^\[[0-9a-f:.]*\]/i.exec(this.#text.slice(this.#at));
    const start = this.#at;
    if (address) this.#at += address[0].length;
    this.#at += /^[^/?[{*#]*/.exec(this.#text.slice(this.#at))[0].length;
    const host = this.#text.slice(start, this.#at);
    this.#append({ literal: `${name}://` });
    if (this.#special && /^(?:$|[/?]|\[\/)/.test(this.#text.slice(this.#at))) {
      this.#append({ literal: authority(host, name) ?? this.#wrong() });
      return;
    }
    this.#isInHost = true;
    if (host) this.#append({ literal: this.#hostPart(host) });
  }

  #hostPart(literal) {
    const part = literal.toLowerCase(), port = { http: ':80', ws: ':80', https: ':443', wss: ':443', ftp: ':21' }[this.#special];
    return port && part.endsWith(port) ? part.slice(0, -port.length) : part;
  }

  #literal(bytes) {
    let rest = bytes;
    if (this.#isInHost) {
      const end = bytes.includes('/') ? bytes.indexOf('/') : bytes.length;
      this.#isInHost = end === bytes.length;
      if (end) this.#append({ literal: this.#hostPart(bytes.slice(0, end)) });
      rest = bytes.slice(end);
    }
    if (rest) this.#append({ literal: decoded(rest) });
  }

  #path(inOptional) {
    while (this.#at < this.#text.length) {
      const rest = this.#text.slice(this.#at), plain = /^[^?#{}*[\]\x00-\x20\x7f]+/.exec(rest);
      if (plain) {
        this.#at += plain[0].length;
        this.#literal(plain[0]);
        continue;
      }
      switch (rest[0]) {
        case '?':
          if (inOptional) this.#wrong();
          this.#at++;
          return;
        case '{':
          this.#append(this.#braces(false));
          break;
        case '*':
          this.#append({ wild: rest.startsWith('**') ? '**' : '*' });
          this.#at += rest.startsWith('**') ? 2 : 1;
          break;
        case '[': {
          if (inOptional || ++this.#optionalParts > 6) this.#wrong();
          const without = this.ways.map(way => [...way]);
          this.#at++;
          this.#path(true);
          if (this.#text[this.#at++] !== ']') this.#wrong();
          this.ways.push(...without);
          break;
        }
        case ']':
          if (!inOptional) this.#wrong();
          return;
        default: this.#wrong();
      }
    }
  }

  #braces(isQuery) {
    const found = /^\{([A-Za-z_][A-Za-z0-9_]*)(?::([a-z]+))?(\?)?\}/.exec(this.#text.slice(this.#at));
    const type = found?.[2] ?? 'string';
    if (!found || !types.includes(type) || this.parameters.has(found[1]) || found[3] && !isQuery) this.#wrong();
    this.parameters.set(found[1], type);
    this.#at += found[0].length;
    return { name: found[1], type, isOptional: !!found[3] };
  }

  #readQuery() {
    while (this.#at < this.#text.length) {
      const equals = this.#text.indexOf('=', this.#at);
      if (equals < 0) this.#wrong();
      const item = { name: formDecoded(this.#text.slice(this.#at, equals)), parameter: null, literal: '' };
      this.#at = equals + 1;
      if (this.#text[this.#at] === '{') {
        item.parameter = this.#braces(true);
      } else {
        const value = /^[^&]*/.exec(this.#text.slice(this.#at))[0];
        item.literal = formDecoded(value);
        this.#at += value.length;
      }
      this.query.push(item);
      if (this.#at < this.#text.length && this.#text[this.#at++] !== '&') this.#wrong();
    }
  }
}

/** Neighbouring literals joined, slashes that an optional part left side by side made one, the closing slash taken off. */
function joined(pieces) {
  const result = [];
  for (const piece of pieces) {
    const last = result[result.length - 1];
    if (piece.literal !== undefined && last?.literal !== undefined) {
      const isDoubled = last.literal.endsWith('/') && piece.literal[0] === '/' && !last.literal.endsWith('://');
      result[result.length - 1] = { literal: last.literal + piece.literal.slice(isDoubled ? 1 : 0) };
    } else {
      result.push(piece);
    }
  }
  const last = result[result.length - 1]?.literal;
  if (last?.length > 1 && last.endsWith('/') && !last.endsWith('://')) result[result.length - 1] = { literal: last.slice(0, -1) };
  return result;
}

/** `/files/**` takes `/files` too, which has no closing slash for the rest to follow. */
function withEmptyRest(pieces) {
  const before = pieces[pieces.length - 2]?.literal;
  if (pieces[pieces.length - 1]?.wild !== '**' || !before?.endsWith('/') || before.length === 1 && pieces.length === 2) return [pieces];
  const rest = before.slice(0, -1);
  return [pieces, [...pieces.slice(0, -2), ...(rest ? [{ literal: rest }] : [])]];
}

/** A text that is the smaller the earlier a way gets its turn. */
function specificity(pieces) {
  let key = '', isBehind = false;
  for (const piece of pieces) {
    if (piece.wild === '**') {
      key += '\x05';
    } else if (piece.literal === undefined) {
      key += piece.wild ? '\x02' : '\x01' + String.fromCharCode(types.indexOf(piece.type));
      isBehind = true;
    } else {
      for (const part of piece.literal.split(/(\/)/)) {
        if (part === '/') {
          key += '\x03';
          isBehind = false;
        } else if (isBehind && part) {
          // A literal behind a parameter counts as a whole, the longer before the shorter.
          key += '\x00' + String.fromCharCode(65535 - part.length) + part;
        } else {
          for (const byte of part) key += '\x00' + byte;
        }
      }
    }
  }
  return pieces[pieces.length - 1]?.wild === '**' ? key : key + '\x04';
}

/** Where the parameters of a way are in a URL that it matches; `null` where it does not. */
function capture(pieces, url) {
  const dead = new Set(), values = [];
  function read(index, at) {
    if (index === pieces.length) return at === url.length;
    const key = at * (pieces.length + 1) + index;
    if (dead.has(key)) return false;
    const { literal, wild, type, name } = pieces[index], slash = url.indexOf('/', at), end = slash < 0 ? url.length : slash;
    let isFound;
    if (literal !== undefined) {
      isFound = url.startsWith(literal, at) && read(index + 1, at + literal.length);
    } else if (wild) {
      isFound = wild === '**' || end > at && read(index + 1, end);
    } else {
      const segment = url.slice(at, end);
      const take = length => {
        if (!accepts(type, segment.slice(0, length))) return false;
        values.push([name, segment.slice(0, length)]);
        if (read(index + 1, at + length)) return true;
        values.pop();
        return false;
      };
      isFound = segment !== '' && take(segment.length);
      if (!isFound && segment) for (const length of sharedLengths(type, segment)) if (take(length)) { isFound = true; break; }
    }
    if (!isFound) dead.add(key);
    return isFound;
  }
  return read(0, 0) ? values : null;
}

function queryValue(query, name) {
  for (const item of query.split('&')) {
    const equals = item.indexOf('='), key = equals < 0 ? item : item.slice(0, equals);
    if (item && formDecoded(key) === name) return equals < 0 ? '' : item.slice(equals + 1);
  }
  return null;
}

/** The values of a query's parameters; `null` where it has not what is asked for. */
function queryValues(items, query) {
  const values = [];
  for (const { name, literal, parameter } of items) {
    const written = queryValue(query, name), value = written === null ? null : formDecoded(written);
    if (parameter === null) {
      if (value !== literal) return null;
      continue;
    }
    if (value === null ? !parameter.isOptional : value ? !accepts(parameter.type, value) : parameter.type !== 'string' && !parameter.isOptional) return null;
    if (value || value !== null && parameter.type === 'string') values.push([parameter.name, value]);
  }
  return values;
}

/** @typedef {{pattern?: string, urlPattern?: string, page?: string, name?: string}} Route */
/** @typedef {{route: number | null, page: string | null, values: Record<string, string>}} RouteMatch `route`: the index; `null` for a page named by its path */

/** The routes of a site: what a URL leads to. The most specific pattern wins, whatever the order. */
export class Router {
  #ways = []; #expressions = []; #pages; #scheme; #hosts;
  /**
   * Routes that cannot be asked here: those with regular expressions where there is no `URLPattern`.
   *
   * @type {Route[]}
   */
  unsupported = [];

  /** @param {readonly Route[]} routes @param {{pages?: Iterable<string>, scheme?: string, hosts?: readonly string[]}} [options] */
  constructor(routes, options = {}) {
    this.routes = routes;
    this.#pages = new Set(options.pages ?? []);
    this.#scheme = options.scheme;
    this.#hosts = (options.hosts ?? []).map(host => authority(toBytes(host), 'https') ?? host);
    routes.forEach((route, index) => this.#add(route, index));
    this.#ways.sort((one, other) => (one.key !== other.key ? (one.key < other.key ? -1 : 1)
      : other.required - one.required || one.querySpecificity - other.querySpecificity || (one.text < other.text ? -1 : 1)));
  }

  /**
   * The router of a release.
   *
   * @param {import('./release.js').Release} release
   */
  static async of(release) {
    const { manifest } = release, [listing, pages] = await Promise.all([manifest.routes, manifest.pages].map(async path => await release.json(path) ?? {}));
    const objects = list => (Array.isArray(list) ? list.filter(one => one && typeof one === 'object') : []);
    return new Router(objects(listing.routes), {
      pages: objects(pages.pages).map(page => page.path), scheme: listing.scheme, hosts: Array.isArray(listing.hosts) ? listing.hosts : [],
    });
  }

  #add(route, index) {
    const text = route.pattern ?? simplePattern(route.urlPattern);
    if (text === null) return this.#addExpression(route, index);
    let pattern;
    try {
      pattern = new PatternReader(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.unsupported.push(route);
      return;
    }
    const { query, hasAuthority } = pattern;
    for (const pieces of pattern.ways) {
      this.#ways.push({
        route: index, hasAuthority, pieces, query, text, key: specificity(pieces),
        // What all URLs that match begin with.
        beginning: pieces[0]?.literal ?? '', required: query.filter(item => !item.parameter?.isOptional).length,
        querySpecificity: query.reduce((sum, { parameter }) => sum + (parameter ? types.indexOf(parameter.type) + (parameter.isOptional ? 8 : 1) : 0), 0),
        isWide: pattern.ways.some(way => way.some(piece => piece.literal === undefined)),
      });
    }
  }

  /** What needs a regular expression is left to the platform. */
  #addExpression(route, index) {
    try {
      const isPath = /^(?:\/|\{\/|\*)/.test(route.urlPattern);
      const pattern = isPath ? pathPattern(route.urlPattern) : new globalThis.URLPattern(route.urlPattern);
      const beginning = /^[^:*(){}\\?+]*/.exec(isPath ? route.urlPattern : new globalThis.URLPattern(route.urlPattern).pathname)[0];
      this.#expressions.push({ route: index, pattern, isPath, beginning });
      // Those with a scheme first, then the one with the longer literal beginning of the path.
      this.#expressions.sort((one, other) => Number(one.isPath) - Number(other.isPath) || other.beginning.length - one.beginning.length);
    } catch {
      this.unsupported.push(route);
    }
  }

  /**
   * What a URL or a path leads to.
   *
   * @param {string} url
   * @returns {RouteMatch | null}
   */
  match(url) { return this.#match(url, false); }

  /**
   * What a link of a page leads to: where the app names no hosts, a URL of the web is another site's, although a deep link of any host is
   * its path.
   *
   * @param {string} url
   * @returns {RouteMatch | null}
   */
  matchLink(url) { return this.#match(url, true); }

  /** @returns {RouteMatch | null} */
  #match(url, isLink) {
    const written = canonical(this.#path(toBytes(url)));
    if (written === null) return null;
    const isForeign = this.#isForeign(written, isLink), parts = normalized(written), found = this.#matchWays(parts, isForeign);
    if (found && !found.values.length && !found.way.isWide) return this.#target(found.way.route, found.values);
    for (const { route, pattern, isPath } of this.#expressions) {
      if (isForeign && isPath) continue;
      const match = pattern.exec(fromBytes(written), isPath ? 'https://any.invalid' : undefined);
      if (!match) continue;
      const values = Object.values(match).flatMap(part => Object.entries(part?.groups ?? {})).filter(([, value]) => value !== undefined);
      return this.#target(route, values.map(([name, value]) => [name, unescapedSlashes(decoded(toBytes(value), true))]));
    }
    if (found) return this.#target(found.way.route, found.values);
    if (isForeign) return null;
    const path = fromBytes(parts.path.slice(1));
    const page = [path, path + '.html', path ? path + '/index.html' : 'index.html'].find(one => this.#pages.has(one));
    return page === undefined ? null : { route: null, page, values: {} };
  }

  /** @returns {RouteMatch} */
  #target(route, values) {
    /** @type {Record<string, string>} */
    const result = {};
    for (const [name, value] of values) result[name] ??= fromBytes(value);
    return { route, page: this.routes[route].page ?? null, values: result };
  }

  #matchWays({ before, path, query }, isForeign) {
    const whole = before + (path === '/' && before ? '' : path);
    for (const withAuthority of before ? [true, false] : [false]) {
      const url = withAuthority ? whole : path;
      for (const way of this.#ways) {
        if (way.hasAuthority !== withAuthority || !url.startsWith(way.beginning)) continue;
        const asked = queryValues(way.query, query), values = asked && capture(way.pieces, url);
        if (!values) continue;
        return isForeign && !withAuthority ? null : { way, values: [...values.map(([name, value]) => [name, unescapedSlashes(value)]), ...asked] };
      }
    }
    return null;
  }

  /** The path with its query that a URL of the app's own scheme stands for. */
  #path(url) {
    const own = this.#scheme ? `${this.#scheme}://` : null;
    if (!own || !url.toLowerCase().startsWith(own)) return url;
    if (this.#matchWays(normalized(url), true)?.way.hasAuthority) return url;
    return '/' + url.slice(own.length).replace(/^\/+/, '');
  }

  #isForeign(url, isLink) {
    const host = isLink || this.#hosts.length ? /^https?:\/\/([^/?#]*)/i.exec(url) : null;
    return host !== null && !this.#hosts.includes(host[1].toLowerCase());
  }
}

/** A pattern of URLPattern's syntax that says no more than a route's: literals and whole segments by name. */
function simplePattern(text) {
  if (typeof text !== 'string' || !/^(?:\/(?:[A-Za-z0-9._~-]*|:[A-Za-z_][A-Za-z0-9_]*))+$/.test(text)) return null;
  return text.replace(/:([A-Za-z_][A-Za-z0-9_]*)/g, '{$1}');
}

/** A pattern of only path, query and fragment; what is not written matches anything. */
function pathPattern(text) {
  const { pathname, search, hash } = new globalThis.URLPattern(text, 'https://any.invalid');
  return new globalThis.URLPattern({ pathname, search: text.includes('?') ? search : '*', hash: text.includes('#') ? hash : '*' });
}
