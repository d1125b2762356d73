import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const source = new URL('../../src/', import.meta.url);

/** What the preview has of the client: the module, and the copy below preview/. */
export const shared = [
  ...['host', 'components', 'gestures', 'meaning', 'properties', 'sheet', 'text'].map(name => [`${name}.js`, `host/${name}.js`]), ['values.js', 'values.js'],
];

/**
 * The texts of a module and of all that it imports, by their names.
 *
 * @param {readonly string[]} entries such as `worker.js`
 * @returns {Map<string, string>}
 */
export function modulesOf(entries) {
  const modules = new Map();
  const add = name => {
    if (modules.has(name)) return;
    const text = readFileSync(new URL(name, source), 'utf8');
    modules.set(name, text);
    for (const [, other] of text.matchAll(/(?:import|export) [^']*from '\.\/([\w.]+)'/g)) add(other);
  };
  entries.forEach(add);
  return new Map([...modules].sort());
}

/** A hash of the code, without comments, of a module and of all that it imports. @param {string} entry */
export function sourceHash(entry) {
  const hash = createHash('sha256');
  for (const [name, text] of modulesOf([entry])) hash.update(`${name}\0${stripped(text)}\0`);
  return `sha256-${hash.digest('base64url')}`;
}

/** A module without comments, and with white space only where it parts words. */
export function stripped(text) {
  let result = '', at = 0;
  const templates = [];
  const isRegex = () => /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|of|in))\s*$/.test(result);
  const take = pattern => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? text[at];
    at += found.length;
    return found;
  };
  while (at < text.length) {
    const rest = text.slice(at, at + 2), character = text[at];
    if (rest === '//') take(/[^\n]*/y);
    else if (rest === '/*') take(/\/\*[^]*?\*\//y);
    else if (character === '"' || character === "'") result += take(/(["'])(?:\\[^]|(?!\1)[^\\])*\1/y);
    else if (character === '/' && isRegex()) result += take(/\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/\w*/y);
    else if (character === '`' || character === '}' && templates[templates.length - 1] === 0) {
      if (character === '}') templates.pop();
      const part = take(/[`}](?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y);
      if (part.endsWith('${')) templates.push(0);
      result += part;
    } else if (/\s/.test(character)) {
      take(/\s+/y);
      if (/[\w$]$/.test(result) && /[\w$]/.test(text[at] ?? '')) result += ' ';
    } else {
      if (character === '{' && templates.length) templates[templates.length - 1]++;
      if (character === '}' && templates.length) templates[templates.length - 1]--;
      result += take(/[\w$]+|[^]/y);
      if (character === ' ') result += ' ';
    }
  }
  return result;
}
