// The client and its service worker in WebKitGTK.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { sleep } from './support/chromium.js';
import { makeKey, patchedRelease, publish, publishPatch, publishTokenPage, rootFile } from './support/publish.js';
import { serve } from './support/server.js';
import { startWebKit, whyNoWebKit } from './support/webkit.js';
import { atEnd, temporaryFolder } from './support/folder.js';

const source = new URL('../src', import.meta.url).pathname;
const ask = type => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data.error ? reject(Object.assign(new Error(data.message), { code: data.error })) : resolve(data));
  navigator.serviceWorker.controller.postMessage({ type }, [port2]);
});

/** A static host with a start page, the worker and releases; a browser. `head` comes before the worker's code. */
async function setUp(t, { head = '' } = {}) {
  const folder = await temporaryFolder(t), key = makeKey(), www = join(folder, 'www'), server = await serve(www);
  atEnd(t, () => server.close());
  await cp(source, join(www, 'client/src'), { recursive: true });
  await mkdir(join(www, 'releases'));
  for (const name of ['index.html', 'plain.html']) await writeFile(join(www, name), '<!DOCTYPE html><title>start</title><body>start page</body>');
  await writeFile(join(www, 'worker.js'), `import { startWorker } from './client/src/worker.js';
    ${head}
    startWorker({ server: 'releases/', trust: '${Buffer.from(rootFile(1, [key])).toString('base64')}', checkInterval: 1e9, attempts: 2, pause: 0.01 });`);
  const release = (sequence, text, more = {}) => publish(join(www, 'releases'), {
    sequence, version: `${sequence}.0.0`, keys: [key], packages: {
      base: {
        'web/index.html': `<!DOCTYPE html><link rel="stylesheet" href="style.css"><body>${text}</body>`, 'web/style.css': 'body { color: rgb(1, 2, 3) }',
        'web/text.txt': text, 'web/number.bin': new Uint8Array(20_000).fill(7), ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`web/${index}.txt`, `${index}`])), ...more,
      },
    },
  });
  return { www, key, server, release, browser: await startWebKit(t) };
}

/** In a page: registers the worker and waits for it. */
const connect = async () => {
  const { connect } = await import('/client/src/page.js');
  await connect('/worker.js');
};

test('WebKitGTK: stores, install, offline, update, a bad update that goes back', { skip: whyNoWebKit(), timeout: 180_000 }, async t => {
  const { key, server, release, browser } = await setUp(t);
  await release(1, 'one');
  await browser.open(`${server.url}plain.html`);
  const stores = await browser.run(async key => {
    const h = await import('/client/src/index.js'), results = {};
    for (const kind of ['MemoryFiles', 'IndexedDBFiles', ...(h.hasOPFS() ? ['OPFSFiles'] : [])]) {
      const store = new h.ReleaseStore(new h[kind]('stores'));
      const client = new h.UpdateClient(store, h.fetchTransport('/releases/'), { trust: { keys: [await h.verificationKey(key)] } });
      const found = await client.check();
      await client.install(found.update);
      results[kind] = [await (await store.launch()).text('web/text.txt'), await store.verify()];
    }
    return results;
  }, Buffer.from(key.bytes).toString('base64'));
  assert.deepEqual(stores.MemoryFiles, ['one', []]);
  assert.deepEqual(stores.IndexedDBFiles, ['one', []]);

  await browser.open(server.url);
  await browser.run(connect);
  await browser.reload();
  assert.equal(await browser.text(), 'one');
  assert.equal(await browser.run(() => getComputedStyle(document.body).color), 'rgb(1, 2, 3)');
  assert.deepEqual(await browser.run(ask, 'hybrid:healthy'), { isHealthy: true });
  await release(2, 'two');
  assert.equal((await browser.run(ask, 'hybrid:update')).status, 'installed');
  assert.equal(await browser.run(async () => (await fetch('/text.txt')).text()), 'one');
  assert.deepEqual(await browser.run(async () => {
    const answer = await fetch('/number.bin', { headers: { Range: 'bytes=5-9' } });
    return [answer.status, answer.headers.get('content-range'), (await answer.arrayBuffer()).byteLength];
  }), [206, 'bytes 5-9/20000', 5]);
  await browser.reload();
  assert.equal(await browser.text(), 'two');
  await browser.run(ask, 'hybrid:healthy');
  await release(3, 'bad');
  await browser.run(ask, 'hybrid:update');
  await server.close();
  const shown = [];
  for (let load = 0; load < 4; load++) {
    await browser.open(server.url);
    shown.push(await browser.text());
  }
  assert.deepEqual(shown, ['bad', 'bad', 'two', 'two']);
});

test('WebKitGTK: an update by patch', { skip: whyNoWebKit(), timeout: 180_000 }, async t => {
  const { server, browser, www, key } = await setUp(t), { patch, ...releases } = await patchedRelease(), dist = join(www, 'releases');
  const { manifest } = await publish(dist, { ...releases.old, keys: [key] });
  await browser.open(server.url);
  await browser.run(connect);
  await publishPatch(dist, { ...releases.new, sequence: 2, version: '2.0.0', keys: [key] }, manifest.id, patch);
  const before = server.requests.length;
  assert.deepEqual(await browser.run(ask, 'hybrid:update'), { status: 'installed', version: '2.0.0' });
  const asked = server.requests.slice(before).map(request => request.path);
  assert.ok(asked.includes('/releases/patches/one.patch') && !asked.some(path => path.endsWith('.zip')), asked.join());
  const found = await browser.run(async () => {
    const { IndexedDBFiles, ReleaseStore } = await import('/client/src/index.js');
    const store = new ReleaseStore(new IndexedDBFiles('hybrid /')), release = await store.launch();
    return [release.manifest.version, await Promise.all(release.paths().map(async path => [path, (await release.contents(path)).length])), await store.verify()];
  });
  const wanted = Object.entries(releases.new.packages.base).map(([path, bytes]) => [path, bytes.length]);
  assert.deepEqual([found[0], found[1].sort(), found[2]], ['2.0.0', wanted.sort(), []]);
});

test('WebKitGTK: networks that fail, damage, are slow or cut; a full disk', { skip: whyNoWebKit(), timeout: 180_000 }, async t => {
  // The driver cannot limit what a site may store: the worker's database throws what WebKit throws.
  const head = `let isFull = false;
    addEventListener('message', ({ data, ports }) => { if (typeof data.isFull === 'boolean') { isFull = data.isFull; ports[0].postMessage({}); } });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...all) {
      if (isFull) throw new DOMException('Unable to store record in object store because it was over quota', 'QuotaExceededError');
      return put.apply(this, all);
    };`;
  const { server, browser, release } = await setUp(t, { head });
  await release(1, 'one');
  await browser.open(server.url);
  await browser.run(connect);
  await browser.reload();
  await browser.run(ask, 'hybrid:healthy');
  await release(2, 'two', { 'web/more.bin': randomBytes(300_000) });
  const isPackage = path => path.startsWith('/releases/packages/');
  const answers = {
    'transport.refused': (request, response, path) => isPackage(path) && Boolean(response.writeHead(404).end()),
    'transport.unavailable': (request, response, path) => path.endsWith('latest.json') && Boolean(response.writeHead(503).end()),
    'transport.connection': (request, response, path) => isPackage(path) && Boolean(response.destroy()),
    hash: async (request, response, path) => isPackage(path) && Boolean(response.writeHead(200).end(Buffer.alloc((await readFile(join(server.folder, path))).length))),
    json: (request, response, path) => path.endsWith('latest.json') && Boolean(response.writeHead(200).end('<html>sign in</html>')),
  };
  for (const [code, hook] of Object.entries(answers)) {
    server.hooks.push(hook);
    await assert.rejects(browser.run(ask, 'hybrid:update'), { code });
    server.hooks.length = 0;
    await browser.reload();
    assert.equal(await browser.text(), 'one', code);
  }
  const fill = isFull => new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    navigator.serviceWorker.controller.postMessage({ isFull }, [port2]);
  });
  await browser.run(fill, true);
  await assert.rejects(browser.run(ask, 'hybrid:update'), error => error.code === 'store' && /quota/i.test(error.message));
  await browser.reload();
  assert.equal(await browser.text(), 'one', 'not even what the worker notes of a page fits');
  await browser.run(fill, false);
  // Slow and cut at once: it goes on where it was cut.
  const starts = [];
  server.hooks.push(async (request, response, path) => {
    if (!path.endsWith('.zip')) return false;
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? ''), bytes = await readFile(join(server.folder, path));
    const start = Number(range?.[1] ?? 0), end = range?.[2] ? Number(range[2]) + 1 : bytes.length;
    if (end - start < 100_000) return false;
    starts.push(start);
    if (starts.length > 1) return false;
    response.writeHead(range ? 206 : 200, { 'Content-Length': end - start, 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` });
    for (let at = start; at < start + 200_000; at += 20_000) {
      response.write(bytes.subarray(at, at + 20_000));
      await sleep(20);
    }
    response.destroy();
    return true;
  });
  assert.equal((await browser.run(ask, 'hybrid:update')).status, 'installed');
  assert.equal(starts.length, 2);
  assert.ok(starts[1] > starts[0] + 100_000, starts.join());
  await browser.reload();
  assert.equal(await browser.text(), 'two');
});

test('WebKitGTK: a Token page with 10,000 rows, a field, a button and scripts', { skip: whyNoWebKit(), timeout: 180_000 }, async t => {
  const { www, server, browser } = await setUp(t);
  await publishTokenPage(join(www, 'releases'));
  await browser.open(`${server.url}plain.html`);
  const found = await browser.run(async () => {
    const { MemoryFiles, ReleaseStore, UpdateClient, fetchTransport } = await import('/client/src/index.js'), { openTokenPage, runScripts } = await import('/client/src/token.js');
    const client = new UpdateClient(new ReleaseStore(new MemoryFiles()), fetchTransport('/releases/'), { trust: 'server', device: { width: 390, height: 844, scale: 3 } });
    await client.install((await client.check()).update);
    const screen = document.body.appendChild(document.createElement('div')), calls = [];
    Object.assign(screen.style, { width: '390px', height: '844px' });
    const page = await openTokenPage(await client.store.launch(), 'index.html', {
      element: screen, scripts: runScripts, onProblem: () => {}, onCall: call => { calls.push(call.function); },
      data: { title: 'Orders', form: { name: 'Ada' }, sections: Array.from({ length: 10_000 }, (_, id) => ({ id, name: `row ${id}` })) },
    });
    const root = page.element('title').getRootNode(), field = page.element('field').querySelector('input');
    field.value = 'Grace';
    field.dispatchEvent(new Event('input'));
    page.element('press').click();
    page.element('card').click();
    const list = page.element('list');
    list.scrollTop = 180_000;
    for (let tries = 0; tries < 100 && !root.querySelector('[aria-posinset="5001"]'); tries++) await new Promise(resolve => { setTimeout(resolve, 50); });
    const result = [
      page.element('echo').textContent, calls, page.element('scripted').textContent, root.querySelector('[aria-posinset="5001"]')?.textContent,
      root.querySelectorAll('*').length < 1000, page.element('title').getAttribute('role'), getComputedStyle(page.element('title')).color,
    ];
    page.destroy();
    result.push(screen.childNodes.length);
    // A page that scrolls: what is fixed stays, what sticks is at its edge, and copies come.
    const high = await openTokenPage(await client.store.launch(), 'kept.html', { element: screen, data: { groups: ['a', 'b', 'c'], rows: Array.from({ length: 2000 }, (_, row) => `row ${row}`) } });
    const at = id => high.element(id).getBoundingClientRect().y - screen.getBoundingClientRect().y, inside = high.element('top').getRootNode();
    high.scrollTo(0, 100);
    result.push(['top', 'end', 'head'].map(at));
    high.scrollTo(0, 60_000);
    const shown = [...inside.querySelectorAll('[data-component=label]')].filter(one => one.textContent.startsWith('row') && one.getBoundingClientRect().y > screen.getBoundingClientRect().y);
    return [...result, high.scrolled.y, shown.length > 12 && shown.length < 40, ['top', 'end'].map(at)];
  });
  assert.deepEqual(found, ['Hello Grace', ['press'], 'taps 2', '5000 row 5000', true, 'heading', 'rgb(30, 38, 56)', 0, [0, 794, 40], 60_000, true, [0, 794]]);
});
