// The client and its service worker in WebKitGTK.
import assert from 'node:assert/strict';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { makeKey, publish, rootFile } from './support/publish.js';
import { serve } from './support/server.js';
import { startWebKit, whyNoWebKit } from './support/webkit.js';
import { atEnd, temporaryFolder } from './support/folder.js';

const source = new URL('../src', import.meta.url).pathname;
const ask = type => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data.error ? reject(Object.assign(new Error(data.message), { code: data.error })) : resolve(data));
  navigator.serviceWorker.controller.postMessage({ type }, [port2]);
});

test('WebKitGTK: stores, install, offline, update, a bad update that goes back', { skip: whyNoWebKit(), timeout: 180_000 }, async t => {
  const folder = await temporaryFolder(t), key = makeKey(), www = join(folder, 'www'), server = await serve(www);
  atEnd(t, () => server.close());
  await cp(source, join(www, 'client/src'), { recursive: true });
  await mkdir(join(www, 'releases'));
  for (const name of ['index.html', 'plain.html']) await writeFile(join(www, name), '<!DOCTYPE html><title>start</title><body>start page</body>');
  await writeFile(join(www, 'worker.js'), `import { startWorker } from './client/src/worker.js';
    startWorker({ server: 'releases/', trust: '${Buffer.from(rootFile(1, [key])).toString('base64')}', checkInterval: 1e9, attempts: 2, pause: 0.01 });`);
  const release = (sequence, text) => publish(join(www, 'releases'), {
    sequence, version: `${sequence}.0.0`, keys: [key], packages: {
      base: {
        'web/index.html': `<!DOCTYPE html><link rel="stylesheet" href="style.css"><body>${text}</body>`, 'web/style.css': 'body { color: rgb(1, 2, 3) }',
        'web/text.txt': text, 'web/number.bin': new Uint8Array(20_000).fill(7), ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`web/${index}.txt`, `${index}`])),
      },
    },
  });
  await release(1, 'one');
  const browser = await startWebKit(t);
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
  await browser.run(async () => {
    const { connect } = await import('/client/src/page.js');
    await connect('/worker.js');
  });
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
