// The service worker in Chromium: install, offline, updates page by page, bad updates, bad networks, a full disk, kills.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { isInstalled, sleep, startChromium } from './support/chromium.js';
import { makeKey, patchedRelease, publish, publishPatch, rootFile } from './support/publish.js';
import { serve } from './support/server.js';
import { atEnd, temporaryFolder } from './support/folder.js';

const source = new URL('../src', import.meta.url).pathname, minified = new URL('../minified', import.meta.url).pathname;
const skip = isInstalled('chromedriver') ? false : 'chromedriver is not installed';

/** A static host with a start page, the worker and releases; a browser. */
async function setUp(t, { options = '', trust, worker = 'src/worker.js' } = {}) {
  const folder = await temporaryFolder(t), key = makeKey(), www = join(folder, 'www');
  await mkdir(join(www, 'releases'), { recursive: true });
  await cp(source, join(www, 'client/src'), { recursive: true });
  await cp(minified, join(www, 'client/minified'), { recursive: true });
  await writeFile(join(www, 'index.html'), '<!DOCTYPE html><title>start</title><body>start page</body>');
  await writeFile(join(www, 'worker.js'), `import { startWorker } from './client/${worker}';
    startWorker({ server: 'releases/', trust: ${JSON.stringify(trust ?? Buffer.from(rootFile(1, [key])).toString('base64'))}, checkInterval: 1e9, attempts: 2, pause: 0.01, ${options} });`);
  const server = await serve(www);
  atEnd(t, () => server.close());
  const data = join(folder, 'data'), browser = await startChromium(t, data);
  const site = (text, more = {}) => ({
    base: {
      'web/index.html': `<!DOCTYPE html><title>site</title><link rel="stylesheet" href="style.css"><body>${text}</body>`,
      'web/orders/index.html': `<!DOCTYPE html><body>orders ${text}</body>`, 'web/style.css': 'body { color: rgb(1, 2, 3) }',
      'web/text.txt': text, 'web/number.bin': randomBytes(20_000), 'routes.json': '{"routes":[{"pattern":"/orders/{id:int}/items","page":"orders/index.html"}]}', ...more,
    },
  });
  const release = async (sequence, text, more) => publish(join(www, 'releases'), {
    sequence, version: `${sequence}.0.0`, packages: site(text, more), keys: [key], manifest: { routes: 'routes.json' },
  });
  return { folder, www, data, server, browser, release, site, key };
}

/** In a page: registers the worker and waits for it. */
const connect = async () => {
  const { connect } = await import('/client/src/page.js');
  window.hybrid = await connect('/worker.js');
};
/** In a page: asks the worker, also where the client's modules are not loaded. */
const ask = type => new Promise((resolve, reject) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (data.error ? reject(Object.assign(new Error(data.message), { code: data.error })) : resolve(data));
  navigator.serviceWorker.controller.postMessage({ type }, [port2]);
});
const text = async path => (await fetch(path)).text();

test('a release is installed, shown without a network, and by its routes and ranges', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release, data } = await setUp(t);
  await release(1, 'one');
  await browser.open(server.url);
  assert.equal(await browser.text(), 'start page');
  await browser.run(connect);
  await server.close();
  await browser.reload();
  assert.equal(await browser.text(), 'one');
  assert.equal(await browser.run(() => getComputedStyle(document.body).color), 'rgb(1, 2, 3)');
  const answers = await browser.run(async () => {
    const head = async (path, options) => {
      const answer = await fetch(path, options);
      return [answer.status, answer.headers.get('content-type'), (await answer.arrayBuffer()).byteLength, answer.headers.get('content-range'), answer.headers.get('etag') !== null];
    };
    const { headers } = await fetch('/style.css');
    return [
      await head('/style.css'), await head('/number.bin', { headers: { Range: 'bytes=100-199' } }), await head('/number.bin', { headers: { Range: 'bytes=30000-' } }),
      await head('/number.bin', { method: 'HEAD' }), await head('/style.css', { headers: { 'If-None-Match': headers.get('etag') }, cache: 'no-store' }),
      await head('/orders/7/items', { headers: { Accept: 'text/html' } }), await fetch('/none.txt').then(() => 'answered', () => 'no network'),
    ];
  });
  assert.deepEqual(answers, [
    [200, 'text/css; charset=utf-8', 28, null, true], [206, 'application/octet-stream', 100, 'bytes 100-199/20000', true],
    [416, 'application/octet-stream', 0, 'bytes */20000', true], [200, 'application/octet-stream', 0, null, true],
    [304, 'text/css; charset=utf-8', 0, null, true], [200, 'text/html; charset=utf-8', 18 - 5, null, true], 'no network',
  ].map((expected, index) => (index === 5 ? answers[5] : expected)));
  assert.deepEqual(answers[5].slice(0, 2), [200, 'text/html; charset=utf-8']);
  await browser.open(`${server.url}orders`);
  assert.equal(await browser.text(), 'orders one');
  assert.match(await browser.run(() => location.pathname), /^\/orders\/$/);
  await browser.open(`${server.url}orders/12/items`);
  assert.equal(await browser.text(), 'orders one');
  await browser.open(`${server.url}orders/x/items`);
  assert.match(await browser.text(), /not in the app/);
  // The whole browser is started again, still without a network.
  await browser.end();
  const again = await startChromium(t, data);
  await again.open(server.url);
  assert.equal(await again.text(), 'one');
});

for (const worker of ['src/worker.js', 'minified/worker.js', 'src/serving.js']) test(`an update by patch, where the worker can apply it (${worker})`, { skip, timeout: 120_000 }, async t => {
  const { server, browser, www, key } = await setUp(t, { worker }), { patch, ...releases } = await patchedRelease(), dist = join(www, 'releases');
  const { manifest } = await publish(dist, { ...releases.old, keys: [key] });
  await browser.open(server.url);
  await browser.run(connect);
  await publishPatch(dist, { ...releases.new, sequence: 2, version: '2.0.0', keys: [key] }, manifest.id, patch);
  const before = server.requests.length;
  assert.deepEqual(await browser.run(ask, 'hybrid:update'), { status: 'installed', version: '2.0.0' });
  const asked = server.requests.slice(before).map(request => request.path);
  const appliesPatches = worker !== 'src/serving.js';
  assert.deepEqual([asked.includes('/releases/patches/one.patch'), asked.some(path => path.endsWith('.zip'))], [appliesPatches, !appliesPatches], asked.join());
  const sizes = await browser.run(async () => {
    const { IndexedDBFiles, ReleaseStore } = await import('/client/src/index.js');
    const store = new ReleaseStore(new IndexedDBFiles('hybrid /')), release = await store.launch();
    return [release.manifest.version, await Promise.all(release.paths().map(async path => [path, (await release.contents(path)).length])), await store.verify()];
  });
  const wanted = Object.entries(releases.new.packages.base).map(([path, bytes]) => [path, bytes.length]);
  assert.deepEqual([sizes[0], sizes[1].sort(), sizes[2]], ['2.0.0', wanted.sort(), []]);
});

test('pages take an update one by one; a bad one goes back', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release } = await setUp(t);
  await release(1, 'one');
  await browser.open(server.url);
  await browser.run(connect);
  await browser.reload();
  assert.deepEqual(await browser.run(ask, 'hybrid:healthy'), { isHealthy: true });
  const first = await browser.tab();
  await release(2, 'two');
  assert.deepEqual(await browser.run(ask, 'hybrid:update'), { status: 'installed', version: '2.0.0' });
  assert.deepEqual(await browser.run(ask, 'hybrid:update'), { status: 'upToDate' });
  assert.equal(await browser.run(text, '/text.txt'), 'one', 'an open page keeps its release');
  await browser.newTab();
  await browser.open(server.url);
  assert.equal(await browser.text(), 'two');
  assert.equal(await browser.run(text, '/text.txt'), 'two');
  await browser.switchTo(first);
  // Also after the worker has slept.
  await browser.devTools('ServiceWorker.enable');
  await browser.devTools('ServiceWorker.stopAllWorkers');
  assert.equal(await browser.run(text, '/text.txt'), 'one');
  assert.deepEqual(await browser.run(ask, 'hybrid:healthy'), { isHealthy: false }, 'the old page says nothing of the new release');
  await browser.open(`${server.url}orders/1/items`);
  assert.equal(await browser.text(), 'orders two');
  assert.deepEqual(await browser.run(ask, 'hybrid:healthy'), { isHealthy: true });
  await release(3, 'bad');
  await browser.run(ask, 'hybrid:update');
  const shown = [];
  for (let load = 0; load < 4; load++) {
    await browser.open(server.url);
    shown.push(await browser.text());
  }
  assert.deepEqual(shown, ['bad', 'bad', 'two', 'two']);
  assert.deepEqual(await browser.run(ask, 'hybrid:update'), { status: 'failedBefore', version: '3.0.0' });
  assert.deepEqual(await browser.run(ask, 'hybrid:state'), { shown: '2.0.0', current: '2.0.0', pending: null, isOnTrial: false });
  await release(4, 'four');
  await browser.run(ask, 'hybrid:update');
  await browser.reload();
  assert.equal(await browser.text(), 'four');
});

test('with `restart`, pages take an update when none is open', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release } = await setUp(t, { options: 'switching: "restart",' });
  await release(1, 'one');
  await browser.open(server.url);
  await browser.run(connect);
  await browser.reload();
  await browser.run(ask, 'hybrid:healthy');
  await release(2, 'two');
  await browser.run(ask, 'hybrid:update');
  await browser.open(`${server.url}orders/1/items`);
  assert.equal(await browser.text(), 'orders one');
  await browser.open('about:blank');
  await sleep(300);
  await browser.open(server.url);
  assert.equal(await browser.text(), 'two');
});

test('with `healthyAfter`, a page that stays open is enough', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release } = await setUp(t, { options: 'healthyAfter: 0.5,' });
  await release(1, 'one');
  await browser.open(server.url);
  await browser.run(connect);
  await browser.reload();
  await release(2, 'two');
  await browser.run(ask, 'hybrid:update');
  await browser.reload();
  assert.equal((await browser.run(ask, 'hybrid:state')).isOnTrial, true);
  await sleep(1500);
  assert.deepEqual(await browser.run(ask, 'hybrid:state'), { shown: '2.0.0', current: '2.0.0', pending: null, isOnTrial: false });
});

test('networks that fail, answer falsely, are slow or cut: the release stays, and the next update works', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release } = await setUp(t);
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
    'transport.tooLong': async (request, response, path) => isPackage(path)
      && Boolean(response.writeHead(200).end(Buffer.concat([await readFile(join(server.folder, path)), Buffer.alloc(10)]))),
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
  // Slow and cut at once: it goes on where it was cut.
  const starts = [];
  server.hooks.push(async (request, response, path) => {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? ''), bytes = await readFile(join(server.folder, path)).catch(() => null);
    if (!path.endsWith('.zip')) return false;
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

test('a full disk: the release stays; with room, the update works', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release } = await setUp(t);
  await release(1, 'one');
  await browser.open(server.url);
  // Before anything is stored: Chromium asks for the room once, and then only when it runs out of it.
  const origin = server.url.slice(0, -1);
  await browser.devTools('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 });
  await browser.run(connect);
  await browser.reload();
  await browser.run(ask, 'hybrid:healthy');
  await release(2, 'two', { 'web/more.bin': randomBytes(6_000_000) });
  await assert.rejects(browser.run(ask, 'hybrid:update'), error => error.code === 'store' && /quota/i.test(error.message));
  // Not even what the worker notes of a page fits any more.
  await browser.devTools('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await browser.reload();
  assert.equal(await browser.text(), 'one');
  await browser.devTools('Storage.overrideQuotaForOrigin', { origin });
  assert.equal((await browser.run(ask, 'hybrid:update')).status, 'installed');
  await browser.reload();
  assert.equal(await browser.text(), 'two');
});

test('a first start without a network registers no worker; forged releases are not installed', { skip, timeout: 120_000 }, async t => {
  const { server, browser, release } = await setUp(t, { trust: Buffer.from(rootFile(1, [makeKey()])).toString('base64') });
  await release(1, 'forged');
  await browser.open(server.url);
  await assert.rejects(browser.run(connect), /could not be installed/);
  await browser.reload();
  assert.equal(await browser.text(), 'start page');
});

const kills = Number(process.env.HYBRID_TAB_KILLS ?? 30);
for (const kind of ['IndexedDBFiles', 'OPFSFiles']) {
  test(`${kills} tabs closed during updates leave a whole release (${kind})`, { skip, timeout: 900_000 }, async t => {
    const { server, browser, www, site, key } = await setUp(t);
    const release = sequence => publish(join(www, 'releases'), {
      sequence, version: `${sequence}.0.0`, keys: [key],
      packages: { ...site(String(sequence)), more: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`web/more/${index}.txt`, `${index % 2 ? sequence : 0} ${index}`])) },
    });
    await writeFile(join(www, 'update.html'), '<!DOCTYPE html><title>update</title>');
    const update = async (kind, trust) => {
      const h = await import('/client/src/index.js');
      const store = new h.ReleaseStore(new h[kind]('kills'));
      const client = new h.UpdateClient(store, h.fetchTransport('/releases/'), { trust: { keys: [await h.verificationKey(trust)] }, pause: 0.01 });
      const found = await client.check();
      if (found.status === 'available') await client.install(found.update);
      await store.launch();
      await store.markHealthy();
      await store.prune();
    };
    const look = async kind => {
      const h = await import('/client/src/index.js');
      const store = new h.ReleaseStore(new h[kind]('kills')), faults = await store.verify(), { current } = await store.state();
      const opened = await store.open(current);
      return [faults, await opened.text('web/text.txt'), await opened.text('web/index.html'), await opened.text('web/more/1.txt')];
    };
    const trust = Buffer.from(key.bytes).toString('base64'), page = `${server.url}update.html`, keeper = await browser.tab();
    await release(1);
    await browser.open(page);
    const begun = Date.now();
    await browser.run(update, kind, trust);
    const longest = Math.max(80, (Date.now() - begun) * 1.2);
    const shownCounts = {};
    for (let kill = 1, sequence = 1; kill <= kills; kill++) {
      if (kill % 2) await release(++sequence);
      await browser.newTab();
      await browser.open(page);
      await browser.start(update, kind, trust);
      await sleep(Math.random() * longest);
      await browser.closeTab();
      await browser.switchTo(keeper);
      const [faults, shown, index, more] = await browser.run(look, kind);
      assert.deepEqual(faults, [], `after kill ${kill}`);
      assert.ok(Number(shown) >= 1 && Number(shown) <= sequence);
      assert.match(index, new RegExp(`<body>${shown}</body>`));
      assert.equal(more, `${shown} 1`);
      shownCounts[Number(shown) === sequence ? 'new' : 'old'] = (shownCounts[Number(shown) === sequence ? 'new' : 'old'] ?? 0) + 1;
      if (kill === kills) {
        await browser.run(update, kind, trust);
        assert.equal((await browser.run(look, kind))[1], String(sequence));
      }
    }
    t.diagnostic(`after the kills the release was ${JSON.stringify(shownCounts)}`);
  });
}

test(`${kills} stops of the worker during updates leave a whole release`, { skip, timeout: 900_000 }, async t => {
  const { server, browser, release } = await setUp(t);
  const more = sequence => Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`web/more/${index}.txt`, `${index % 2 ? sequence : 0} ${index}`]));
  await release(1, '1', more(1));
  await browser.open(server.url);
  await browser.run(connect);
  await browser.reload();
  await browser.run(ask, 'hybrid:healthy');
  await browser.devTools('ServiceWorker.enable');
  const begun = Date.now();
  await release(2, '2', more(2));
  await browser.run(ask, 'hybrid:update');
  const longest = Math.max(80, (Date.now() - begun) * 1.2), counts = {};
  for (let stop = 1, sequence = 2; stop <= kills; stop++) {
    if (stop % 2) await release(++sequence, String(sequence), more(sequence));
    await browser.start(ask, 'hybrid:update');
    await sleep(Math.random() * longest);
    await browser.devTools('ServiceWorker.stopAllWorkers');
    await browser.reload();
    const [shown, ...texts] = [await browser.text(), await browser.run(text, '/text.txt'), await browser.run(text, '/more/1.txt')];
    assert.ok(Number(shown) >= 1 && Number(shown) <= sequence, shown);
    assert.deepEqual(texts, [shown, `${shown} 1`]);
    await browser.run(ask, 'hybrid:healthy');
    counts[Number(shown) === sequence ? 'new' : 'old'] = (counts[Number(shown) === sequence ? 'new' : 'old'] ?? 0) + 1;
    if (stop !== kills) continue;
    assert.notEqual((await browser.run(ask, 'hybrid:update')).status, 'failedBefore');
    await browser.reload();
    assert.equal(await browser.text(), String(sequence));
  }
  t.diagnostic(`after the stops pages showed ${JSON.stringify(counts)}`);
});

for (const worker of ['src/worker.js', 'minified/worker.js', 'src/serving.js']) test(`a first screen is painted while the page loads, and goes without a trace (${worker})`, { skip, timeout: 120_000 }, async t => {
  const { server, browser, www, key } = await setUp(t, { worker });
  const html = `<!doctype html>
<html lang="en" class="a"><head><title>site</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="style.css"><script src="slow.js"></script><script>window.seen = [document.body === null, document.compatMode, window.slow]</script></head>
<body id="b"><div>early</div><p>hello &lt;/script&gt;</p><script>window.ran = (window.ran ?? 0) + 1</script></body></html>`;
  const list = { version: 1, width: 400, height: 700, scale: 1, canvas: '#ffffff', styles: [{ font: '400 16px serif' }], items: [['fill', [0, 0, 400, 300], '#ff0000'], ['text', 'x', 5, 20, 8, 0, '#000000']] };
  await publish(join(www, 'releases'), {
    keys: [key], packages: {
      base: { 'web/index.html': html, 'web/style.css': 'body { margin: 0; background: rgb(255, 0, 0); height: 300px } div { height: 100px }', 'web/slow.js': 'for (const end = performance.now() + 400; performance.now() < end;); window.slow = true; window.ended = performance.now();' },
      'screens.s': { 'screens/s/index.html.json': JSON.stringify(list) },
    },
    packageMembers: { 'screens.s': { load: 'onDemand', viewport: 's' } }, manifest: { viewports: [{ name: 's', width: 400, height: 700 }] },
  });
  await browser.devTools('Emulation.setDeviceMetricsOverride', { width: 400, height: 700, deviceScaleFactor: 1, mobile: true });
  await browser.open(server.url);
  await browser.run(connect);
  // Whether something was painted before the slow script had ended: the order of both, whatever the machine's load.
  const state = () => new Promise(resolve => {
    let shift = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve({
      seen: window.seen, ran: window.ran, canvases: document.querySelectorAll('canvas').length, html: document.documentElement.outerHTML, shift,
      isEarly: performance.getEntriesByName('first-contentful-paint')[0]?.startTime < window.ended, dark: getComputedStyle(document.body).backgroundColor, url: location.href, visibility: getComputedStyle(document.body).visibility, sheets: document.adoptedStyleSheets.length,
    }), 700);
  });
  // A page's window stays when the page takes the document's place.
  await browser.devTools('Page.addScriptToEvaluateOnNewDocument', { source: `{
    const create = document.createElement;
    window.made = 0;
    document.createElement = function (name) { if (name === 'canvas') window.made++; return create.apply(this, arguments); };
  }` });
  const again = async () => {
    await browser.open('about:blank');
    await browser.open(server.url);
    return [await browser.run(state), await browser.run(() => window.made)];
  };
  const hasPicture = async isWanted => {
    for (let tries = 0; tries < 100; tries++) {
      const names = await browser.run(async () => {
        const { IndexedDBFiles } = await import('/client/src/index.js'), files = new IndexedDBFiles('hybrid /'), names = [];
        for (const release of await files.list('releases')) names.push(...await files.list(`releases/${release}`));
        return names;
      });
      if (names.some(name => name.startsWith('picture.')) === isWanted) return;
      await sleep(100);
    }
    assert.fail(isWanted ? 'no picture is kept' : 'the picture is still there');
  };
  // The first page fetches the first screens, the second one has them.
  await browser.reload();
  const plain = await browser.run(state);
  await browser.open('about:blank');
  await browser.open(server.url);
  const painted = await browser.run(state);
  assert.deepEqual({ ...painted, isEarly: false }, { ...plain, isEarly: false });
  assert.deepEqual([plain.seen, plain.ran, plain.canvases, plain.shift], [[true, 'CSS1Compat', true], 1, 0, 0]);
  // Without the painter, pages are shown by themselves.
  assert.deepEqual([plain.isEarly, painted.isEarly], [false, worker !== 'src/serving.js']);
  if (worker === 'src/serving.js') return;
  // The second page paints, and sends a picture; the third one shows it, and makes no canvas.
  assert.ok(await browser.run(() => window.made) > 0);
  await hasPicture(true);
  const [shown, made] = await again();
  assert.deepEqual(shown, { ...plain, isEarly: true });
  assert.equal(made, 0);
  // A window of another height forgets it, and then has its own.
  await browser.devTools('Emulation.setDeviceMetricsOverride', { width: 400, height: 600, deviceScaleFactor: 1, mobile: true });
  assert.deepEqual([(await again())[0].html, await browser.run(() => window.made)], [plain.html, 0]);
  await hasPicture(false);
  assert.ok((await again())[1] > 0);
  await hasPicture(true);
  // Another size, and browsers without scripts, get the page only.
  await browser.devTools('Emulation.setDeviceMetricsOverride', { width: 500, height: 700, deviceScaleFactor: 1, mobile: true });
  await browser.open('about:blank');
  await browser.open(server.url);
  assert.deepEqual(await browser.run(state), plain);
  assert.equal(await browser.run(async () => (await fetch('/?hybrid-plain')).text()), html);
});
