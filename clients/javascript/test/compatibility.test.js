// Releases that the tool itself made and signed (Tests/Fixtures/Compatibility), and, where it is built, makes now.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { HybridError, MemoryFiles, ReleaseStore, Router, UpdateClient, WebContent } from '../src/index.js';
import { FolderFiles, folderTransport } from '../src/node.js';
import { isInstalled, startChromium } from './support/chromium.js';
import { atEnd, temporaryFolder } from './support/folder.js';
import { serve } from './support/server.js';

const fixtures = new URL('../../../Tests/Fixtures/Compatibility/0.1.0/', import.meta.url).pathname;
const tool = process.env.HYBRID;

/** The tool, with a cache of its own: what other builds keep decides nothing here. */
const toolIn = folder => (...args) => execFileSync(tool, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') } });

for (const name of ['settings', 'weather']) {
  test(`the releases of version 0.1.0: ${name}`, async t => {
    const folder = await temporaryFolder(t), dist = join(folder, 'dist');
    await cp(join(fixtures, name), dist, { recursive: true });
    const newest = await readFile(join(dist, 'latest.json'));
    await cp(join(fixtures, `${name}.41.json`), join(dist, 'latest.json'));
    const store = new ReleaseStore(new FolderFiles(join(folder, 'store')));
    const client = new UpdateClient(store, folderTransport(dist), { trust: { root: await readFile(join(dist, 'roots/1.root.json')) }, device: { width: 390, height: 844, scale: 3 } });
    await client.install((await client.check()).update);
    const first = await store.launch();
    assert.equal(first.manifest.sequence, 41);
    await store.markHealthy(first);
    await writeFile(join(dist, 'latest.json'), newest);
    const found = await client.check();
    assert.equal(found.status, 'available');
    const result = await client.install(found.update);
    assert.ok(result.received > 0);
    const second = await store.launch();
    assert.equal(second.manifest.version, '1.1.0');
    assert.deepEqual(await store.verify(), []);
    for (const path of second.paths()) assert.equal((await second.contents(path)).length, second.entry(path).size);
    const router = await Router.of(second);
    assert.deepEqual(router.unsupported, []);
    for (const { page } of router.routes) if (page) assert.ok(second.entry(`pages/${page}.page`), page);
  });
}

test('what the tool builds, signs and rotates now', { skip: tool ? false : 'HYBRID names no tool' }, async t => {
  const folder = await temporaryFolder(t), hybrid = toolIn(folder);
  await mkdir(join(folder, 'site/docs'), { recursive: true });
  await writeFile(join(folder, 'site/index.html'), '<!DOCTYPE html><html lang="en"><title>One</title><link rel="stylesheet" href="a.css"><p>one <a href="docs/">docs</a>');
  await writeFile(join(folder, 'site/docs/index.html'), '<!DOCTYPE html><html lang="en"><title>Docs</title><p>docs');
  await writeFile(join(folder, 'site/a.css'), 'p { color: red }');
  hybrid('keygen', '-o', 'a.pem');
  hybrid('keygen', '-o', 'b.pem');
  hybrid('roots', 'add', 'dist', '--key', 'a.pem.pub', '--sign-key', 'a.pem');
  hybrid('build', 'site', '-o', 'dist', '--sign-key', 'a.pem', '--sequence', '1');
  const dist = join(folder, 'dist'), store = new ReleaseStore(new MemoryFiles());
  const client = new UpdateClient(store, folderTransport(dist), { trust: { root: await readFile(join(dist, 'roots/1.root.json')) }, device: { width: 390, height: 844 } });
  await client.install((await client.check()).update);
  const content = await WebContent.of(await store.launch());
  assert.equal((await content.response({ url: '/docs/' })).status, 200);
  await store.markHealthy();
  hybrid('roots', 'add', 'dist', '--key', 'b.pem.pub', '--sign-key', 'a.pem', '--sign-key', 'b.pem');
  await writeFile(join(folder, 'site/a.css'), 'p { color: blue }');
  // The tool refuses a key that the newest root does not have: somebody with access to the host does not use it.
  await rename(join(dist, 'roots'), join(folder, 'roots'));
  hybrid('build', 'site', '-o', 'dist', '--sign-key', 'a.pem', '--sequence', '2');
  await rename(join(folder, 'roots'), join(dist, 'roots'));
  await assert.rejects(client.check(), error => error instanceof HybridError && error.code === 'signature');
  hybrid('build', 'site', '-o', 'dist', '--sign-key', 'b.pem', '--sequence', '2');
  hybrid('delta', 'dist', 'dist', '--sign-key', 'b.pem');
  const found = await client.check();
  assert.equal(found.status, 'available');
  assert.ok((await client.install(found.update)).patched.includes('base'));
  assert.equal(await (await store.launch()).text('web/a.css'), 'p { color: blue }');
  hybrid('sign', 'dist', '--sign-key', 'b.pem', '--rollout', '0', '--channel', 'beta');
  assert.equal((await client.check()).status, 'upToDate');
});

test('`--emit web`: any static host, then no network', { skip: !tool ? 'HYBRID names no tool' : isInstalled('chromedriver') ? false : 'chromedriver is not installed', timeout: 120_000 }, async t => {
  const folder = await temporaryFolder(t), hybrid = toolIn(folder);
  await mkdir(join(folder, 'site/packages'), { recursive: true });
  await writeFile(join(folder, 'site/index.html'), '<!DOCTYPE html><html lang="en"><title>One</title><link rel="stylesheet" href="a.css"><p>one <a href="packages/">packages</a>');
  await writeFile(join(folder, 'site/packages/index.html'), '<!DOCTYPE html><html lang="en"><title>Packages</title><p>packages');
  await writeFile(join(folder, 'site/a.css'), 'p { color: rgb(1, 2, 3) }');
  hybrid('keygen', '-o', 'a.pem');
  hybrid('roots', 'add', 'www/app', '--key', 'a.pem.pub', '--sign-key', 'a.pem');
  hybrid('build', 'site', '-o', 'www/app', '--sign-key', 'a.pem', '--sequence', '1', '--emit', 'web');
  const manifest = JSON.parse(await readFile(join(folder, 'www/app/app.webmanifest'), 'utf8'));
  assert.equal(manifest.display, 'standalone');
  const server = await serve(join(folder, 'www')), browser = await startChromium(t, join(folder, 'data'));
  atEnd(t, () => server.close());
  const shown = async text => {
    for (let tries = 0; tries < 200; tries++) {
      if ((await browser.text().catch(() => '')).trim() === text) return;
      await new Promise(resolve => { setTimeout(resolve, 50); });
    }
    assert.equal((await browser.text()).trim(), text);
  };
  await browser.open(`${server.url}app/`);
  await shown('one packages');
  assert.equal(await browser.run(() => getComputedStyle(document.querySelector('p')).color), 'rgb(1, 2, 3)');
  // The page itself came first; the worker follows once it is loaded.
  const controlled = () => browser.run(() => !!navigator.serviceWorker.controller).catch(() => false);
  for (let tries = 0; tries < 400 && !await controlled(); tries++) await new Promise(resolve => { setTimeout(resolve, 50); });
  assert.ok(await controlled());
  await writeFile(join(folder, 'site/index.html'), '<!DOCTYPE html><html lang="en"><title>Two</title><p>two');
  hybrid('build', 'site', '-o', 'www/app', '--sign-key', 'a.pem', '--sequence', '2', '--emit', 'web');
  await browser.run(() => new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    navigator.serviceWorker.controller.postMessage({ type: 'hybrid:update' }, [port2]);
  }));
  await server.close();
  await browser.open(`${server.url}app/packages/`);
  await shown('packages');
  await browser.open(`${server.url}app/`);
  await shown('two');
});
