// The code of docs/guides/javascript.md runs: in Node, and the worker's and the page's in Chromium.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { isInstalled, startChromium } from './support/chromium.js';
import { makeKey, publish, publishTokenPage, rootFile } from './support/publish.js';
import { serve } from './support/server.js';
import { atEnd, temporaryFolder } from './support/folder.js';

const root = new URL('..', import.meta.url).pathname;
const document = await readFile(join(root, '../../docs/guides/javascript.md'), 'utf8');
const blocks = [...document.matchAll(/```js\n(.*?)```/gs)].map(found => found[1]);
const files = { base: { 'web/index.html': '<p>hello</p>', 'web/x.txt': 'x' } };

test('the document has code for Node and for browsers', () => { assert.equal(blocks.length, 5); });

for (const [index, expected] of [[0, /^\d+ of \d+\n.*1\.0\.0 <p>hello<\/p>\n$/s], [3, /^206 text\/html; charset=utf-8 12\n$/]]) {
  test(`block ${index + 1} runs in Node`, async t => {
    const folder = await temporaryFolder(t), key = makeKey();
    await publish(join(folder, 'dist'), { packages: files, keys: [key] });
    await mkdir(join(folder, 'app'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules/hybrid-client'));
    await writeFile(join(folder, 'app/1.root.json'), rootFile(1, [key]));
    await writeFile(join(folder, 'main.mjs'), blocks[index]);
    const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder });
    assert.match(stdout, expected);
  });
}

test('the worker and its page run in Chromium', { skip: isInstalled('chromedriver') ? false : 'chromedriver is not installed' }, async t => {
  const folder = await temporaryFolder(t), key = makeKey(), browser = await startChromium(t, join(folder, 'data')), www = join(folder, 'www');
  await publish(join(www, 'releases'), { packages: files, keys: [key] });
  await cp(join(root, 'src'), join(www, 'hybrid-client'), { recursive: true });
  const local = text => text.replace(/'hybrid-client\/(\w+)'/, "'./hybrid-client/$1.js'");
  await writeFile(join(www, 'worker.js'), local(blocks[1]).replace('FIRST_ROOT', JSON.stringify(Buffer.from(rootFile(1, [key])).toString('base64'))));
  await writeFile(join(www, 'index.html'), `<!DOCTYPE html><body>start<script type="module">${local(blocks[2])}; document.body.textContent = 'ready';</script>`);
  const server = await serve(www);
  atEnd(t, () => server.close());
  await browser.open(server.url);
  for (let tries = 0; tries < 200 && await browser.text() !== 'ready'; tries++) await new Promise(resolve => { setTimeout(resolve, 50); });
  assert.equal(await browser.text(), 'ready');
  await server.close();
  await browser.reload();
  assert.equal(await browser.text(), 'hello');
});

test('the Token page runs in Chromium', { skip: isInstalled('chromedriver') ? false : 'chromedriver is not installed' }, async t => {
  const folder = await temporaryFolder(t), browser = await startChromium(t, join(folder, 'data')), www = join(folder, 'www');
  await publishTokenPage(join(www, 'releases'));
  await cp(join(root, 'src'), join(www, 'hybrid-client'), { recursive: true });
  const map = { imports: { 'hybrid-client': './hybrid-client/index.js', 'hybrid-client/token': './hybrid-client/token.js' } };
  await writeFile(join(www, 'index.html'), `<!DOCTYPE html><script type="importmap">${JSON.stringify(map)}</script><body><div id="screen" style="width: 390px; height: 844px"></div>
    <script type="module">${blocks[4]}; window.page = page;</script>`);
  const server = await serve(www);
  atEnd(t, () => server.close());
  await browser.open(server.url);
  for (let tries = 0; tries < 200 && !await browser.run(() => Boolean(window.page)); tries++) await new Promise(resolve => { setTimeout(resolve, 50); });
  const rows = await browser.run(() => [...page.element('list').querySelectorAll('[data-component=tableRow]')].map(row => row.textContent));
  assert.deepEqual(rows, ['0 Tea', '1 Salt']);
  await browser.run(() => page.element('list').querySelectorAll('[data-component=tableRow]')[1].click());
  assert.equal(await browser.run(() => page.element('title').textContent), 'Order 2');
});
