// The client's size: bytes without comments and needless white space, which grow on purpose only. `HYBRID_UPDATE=1` writes size.json again.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { modulesOf, shared, sourceHash, stripped } from './support/sources.js';

const committed = new URL('size.json', import.meta.url);

test('the client is as large as it is said to be', async () => {
  const modules = new Map([...modulesOf(['index.js', 'worker.js', 'page.js', 'searchbox.js', 'token.js'])].map(([name, text]) => [name, stripped(text)]));
  const found = Object.fromEntries([...modules].map(([name, text]) => [name, Buffer.byteLength(text)]));
  const total = Object.values(found).reduce((sum, size) => sum + size, 0), compressed = gzipSync([...modules.values()].join('\n'), { level: 9 }).length;
  if (process.env.HYBRID_UPDATE) await writeFile(committed, JSON.stringify({ total, compressed, modules: found }, null, 2) + '\n');
  const allowed = JSON.parse(await readFile(committed, 'utf8'));
  assert.deepEqual(Object.keys(found), Object.keys(allowed.modules));
  // Mends of a few words need no new figure.
  assert.ok(total <= allowed.total * 1.005, `${total} bytes, ${allowed.total} in test/size.json: make it smaller, or write the figure again with HYBRID_UPDATE=1`);
});

for (const [path, module] of [['../minified/worker.js', 'worker.js'], ['../minified/page.js', 'page.js'], ['../minified/searchbox.js', 'searchbox.js'], ['../../../preview/painter.js', 'painter.js']]) {
  test(`${path} was made of the modules as they are`, async () => {
    const [, hash] = /made this of (\S+) \*\/\n/.exec(await readFile(new URL(path, import.meta.url), 'utf8')) ?? [];
    assert.equal(hash, sourceHash(module), 'run Tools/minify-client');
  });
}

test('the preview has the client’s modules', async () => {
  for (const [module, copy] of shared) {
    const [one, other] = await Promise.all([`../src/${module}`, `../../../preview/${copy}`].map(path => readFile(new URL(path, import.meta.url), 'utf8')));
    assert.equal(other, one, `preview/${copy}: run Tools/minify-client`);
  }
});

test('the document has the sizes of minified.json', async () => {
  const read = path => readFile(new URL(path, import.meta.url), 'utf8'), document = await read('../../../docs/guides/javascript.md');
  const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`;
  for (const [name, { minified, compressed }] of Object.entries(JSON.parse(await read('minified.json')))) {
    assert.ok(document.includes(`| ${kB(minified)} | ${kB(compressed)} |`), `${name}: ${kB(minified)}, ${kB(compressed)} compressed`);
  }
});

test('comments and white space count nothing, texts do', () => {
  assert.equal(stripped("// a\nlet a = 1; /* b */ const b = 'c // d';"), "let a=1;const b='c // d';");
  assert.equal(stripped('x = /[/"]\\/ \'/g; y = `a ${ { b: 1 } + `c ${d} // e` } f`;'), 'x=/[/"]\\/ \'/g;y=`a ${{b:1}+`c ${d} // e`} f`;');
  assert.equal(stripped('return  a / b / c'), 'return a/b/c');
});
