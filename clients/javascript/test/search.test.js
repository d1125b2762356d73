// Searching as the Swift client does: from a file that its tests write (Tests/Fixtures/Vectors/search.json).
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { hash } from './support/publish.js';
import { isInstalled, startChromium } from './support/chromium.js';
import { atEnd, temporaryFolder } from './support/folder.js';
import { serve } from './support/server.js';
import { HybridError, Manifest, Release, search, WebContent } from '../src/index.js';
import { SearchIndex, Searcher, words } from '../src/search.js';

const vectors = JSON.parse(await readFile(new URL('../../../Tests/Fixtures/Vectors/search.json', import.meta.url), 'utf8'));
const index = new Uint8Array(Buffer.from(vectors.index, 'base64')), records = new Uint8Array(Buffer.from(vectors.records, 'base64'));

function release(files) {
  const entries = new Map(Object.entries(files).map(([path, bytes]) => [path, { path, hash: hash(bytes), size: bytes.length, contentType: '' }]));
  const manifest = Object.assign(new Manifest(), { packages: [{ name: 'base' }] });
  return new Release('sha256-x', manifest, new Map([['base', entries]]), async (entry, start, end) => files[entry.path].subarray(start, end));
}

test('words are cut and folded as in Swift', () => {
  for (const { text, terms, query } of vectors.words) {
    assert.deepEqual(words(text).map(word => word.term), terms, text);
    assert.deepEqual(words(text, true).map(word => word.term), query, text);
  }
  const text = 'Ein Café, 海港!';
  assert.deepEqual(words(text).map(({ start, end }) => text.slice(start, end)), ['Ein', 'Café', '海港', '港']);
});

test('questions have the answers of Swift', async () => {
  const made = release({ 'search.index': index, 'search.json': records });
  for (const { words: asked, language, hits } of vectors.answers) {
    const found = await search(made, asked, { language });
    assert.deepEqual(found.map(({ route, title, titleHighlights, excerpt, highlights }) => ({ route, title, titleHighlights, excerpt, highlights })), hits, asked);
  }
  const [hit] = await search(made, 'old harb');
  assert.deepEqual([hit.path, hit.language, hit.image], ['p0.html', 'en', undefined]);
  // A device's locale finds the language where no page is of its region.
  assert.deepEqual(await search(made, 'harbour', { language: 'en_AU' }), await search(made, 'harbour', { language: 'en' }));
  assert.deepEqual(await search(made, 'harbour', { language: 'fr-CA' }), []);
  assert.equal((await search(made, 'harbour', { limit: 1 })).length, 1);
});

test('a release without an index finds nothing', async () => {
  assert.deepEqual(await search(release({ 'web/index.html': new Uint8Array(1) }), 'a'), []);
});

test('pages reach the files beside those of the site', async () => {
  const content = await WebContent.of(release({ 'search.index': index, 'search.json': records, 'routes.json': new Uint8Array(0) }));
  const part = await content.response({ url: '/hybrid-search.json', headers: { Range: 'bytes=0-9' } });
  assert.deepEqual([part.status, Buffer.from(part.body).toString()], [206, '{"pages":[']);
  assert.deepEqual([...(await content.response({ url: '/hybrid-search.index' })).body.subarray(0, 8)], [...Buffer.from('HYBSRCH1')]);
  for (const url of ['/search.json', '/hybrid-search.json/', '/hybrid-routes.json', '/a/hybrid-search.json']) assert.equal((await content.response({ url })).status, 404, url);
});

/** Whatever the bytes are: an answer, or an error of the format. */
async function ask(bytes) {
  try {
    const searcher = new Searcher(bytes, async (start, end) => records.subarray(start, end));
    for (const asked of ['harbour', 'a', '海港']) await searcher.search(asked, { language: asked === 'a' ? 'en' : undefined });
  } catch (error) {
    assert.ok(error instanceof HybridError && error.code === 'search' || error instanceof SyntaxError, error);
  }
}

test('damaged indexes are refused', async () => {
  for (let length = 0; length < index.length; length++) assert.throws(() => new SearchIndex(index.slice(0, length)), { code: 'search' }, `${length}`);
  for (let offset = 0; offset < index.length; offset++) {
    for (const value of [0, 0x7f, 0x80, 0xff]) {
      const damaged = index.slice();
      damaged[offset] = value;
      await ask(damaged);
    }
  }
});

for (const ranges of [true, false]) {
  test(`a search box finds pages in Chromium, ${ranges ? 'by ranges' : 'from a host without ranges'}`, { skip: isInstalled('chromedriver') ? false : 'chromedriver is not installed', timeout: 60_000 }, async t => {
    const folder = await temporaryFolder(t), server = await serve(folder, { ranges }), browser = await startChromium(t, join(folder, 'data'));
    atEnd(t, () => server.close());
    await writeFile(join(folder, 'hybrid-search.index'), index);
    await writeFile(join(folder, 'hybrid-search.json'), records);
    await writeFile(join(folder, 'hybrid-search.js'), await readFile(new URL('../minified/searchbox.js', import.meta.url)));
    await writeFile(join(folder, 'index.html'), `<!DOCTYPE html><script type="module" src="hybrid-search.js"></script><body>
      <form><input name="q" data-hybrid-search="box" aria-controls="found" data-hybrid-search-found="{n} pages" data-hybrid-search-none="nothing"></form><ol id="found"></ol>`);
    await browser.open(`${server.url}index.html?q=old+harb`);
    const shown = () => browser.run(async () => {
      const status = () => document.querySelector('.hybrid-search-status')?.textContent;
      for (let turn = 0; turn < 100 && !status(); turn++) await new Promise(resolve => setTimeout(resolve, 50));
      return [status(), [...document.querySelectorAll('#found a')].map(link => new URL(link.href).pathname), [...document.querySelectorAll('#found p mark')].map(mark => mark.textContent)];
    });
    assert.deepEqual(await shown(), ['1 pages', ['/'], ['old', 'harbour', 'harbour']]);
    await browser.run(() => {
      const field = document.querySelector('input');
      document.querySelector('.hybrid-search-status').textContent = '';
      field.value = 'zzz';
      field.dispatchEvent(new Event('input'));
    });
    assert.deepEqual(await shown(), ['nothing', [], []]);
    assert.ok(server.requests.some(request => request.path === '/hybrid-search.json' && request.range));
  });
}
