// The client's size: bytes without comments and needless white space, which grow on purpose only. `HYBRID_UPDATE=1` writes size.json again.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const source = new URL('../src/', import.meta.url), committed = new URL('size.json', import.meta.url);

/** A module without comments, and with white space only where it parts words. */
function stripped(text) {
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

test('the client is as large as it is said to be', async () => {
  const modules = new Map();
  const add = async name => {
    if (modules.has(name)) return;
    const text = await readFile(new URL(name, source), 'utf8');
    modules.set(name, stripped(text));
    for (const [, other] of text.matchAll(/(?:import|export) [^']*from '\.\/([\w.]+)'/g)) await add(other);
  };
  for (const entry of ['index.js', 'worker.js', 'page.js']) await add(entry);
  const found = Object.fromEntries([...modules].sort().map(([name, text]) => [name, Buffer.byteLength(text)]));
  const total = Object.values(found).reduce((sum, size) => sum + size, 0), compressed = gzipSync([...modules.values()].join('\n'), { level: 9 }).length;
  if (process.env.HYBRID_UPDATE) await writeFile(committed, JSON.stringify({ total, compressed, modules: found }, null, 2) + '\n');
  const allowed = JSON.parse(await readFile(committed, 'utf8'));
  assert.deepEqual(Object.keys(found), Object.keys(allowed.modules));
  // Mends of a few words need no new figure.
  assert.ok(total <= allowed.total * 1.005, `${total} bytes, ${allowed.total} in test/size.json: make it smaller, or write the figure again with HYBRID_UPDATE=1`);
});

test('comments and white space count nothing, texts do', () => {
  assert.equal(stripped("// a\nlet a = 1; /* b */ const b = 'c // d';"), "let a=1;const b='c // d';");
  assert.equal(stripped('x = /[/"]\\/ \'/g; y = `a ${ { b: 1 } + `c ${d} // e` } f`;'), 'x=/[/"]\\/ \'/g;y=`a ${{b:1}+`c ${d} // e`} f`;');
  assert.equal(stripped('return  a / b / c'), 'return a/b/c');
});
