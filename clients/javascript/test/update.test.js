// Updates over HTTP, in each kind of store that Node has.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { fetchTransport, HybridError, MemoryFiles, ReleaseStore, UpdateClient, verificationKey } from '../src/index.js';
import { FolderFiles, folderTransport } from '../src/node.js';
import { envelope, makeKey, patchedRelease, publish, publishPatch, rootFile } from './support/publish.js';
import { serve } from './support/server.js';
import { atEnd, temporaryFolder } from './support/folder.js';

const large = randomBytes(400_000);
const site = (text = 'one', more = {}) => ({ base: { 'web/index.html': `<p>${text}</p>`, 'web/app.js': 'let a = 1;\n'.repeat(200), 'web/large.bin': large, ...more } });

/** A server, a key and a store for a test. */
async function setUp(t, { files, settings = {}, store: options } = {}) {
  const folder = await temporaryFolder(t), key = makeKey(), dist = join(folder, 'dist'), server = await serve(dist);
  atEnd(t, () => server.close());
  const store = new ReleaseStore(files ?? new FolderFiles(join(folder, 'store')), options);
  const client = (more = {}) => new UpdateClient(store, fetchTransport(server.url), { trust: { keys: [key] }, pause: 0.01, ...settings, ...more });
  const update = async (more = {}) => {
    const found = await client(more).check();
    return found.status === 'available' ? { ...await client(more).install(found.update), status: 'installed' } : found;
  };
  return { folder, dist, key, server, store, client, update, publish: release => publish(dist, { keys: [key], ...release }) };
}

const code = expected => error => {
  assert.ok(error instanceof HybridError, error.stack);
  assert.equal(error.code, expected);
  return true;
};

for (const [name, make] of [['a folder', null], ['memory', () => new MemoryFiles()]]) {
  test(`a release is installed, shown, replaced and pruned in ${name}`, async t => {
    const { store, update, publish, server } = await setUp(t, { files: make?.() });
    await publish({ packages: site() });
    assert.equal(await store.launch(), null);
    assert.deepEqual((await update()).whole, ['base']);
    assert.equal((await update()).status, 'upToDate');
    const first = await store.launch();
    assert.equal(await first.text('web/index.html'), '<p>one</p>');
    assert.deepEqual(Buffer.from(await first.contents('web/large.bin', 1000, 1010)), large.subarray(1000, 1010));
    assert.deepEqual(await store.verify(), []);

    await publish({ sequence: 2, version: '1.1.0', packages: site('two') });
    const sent = server.sent, result = await update();
    assert.deepEqual(result.partial, ['base']);
    assert.ok(server.sent - sent < 20_000, `${server.sent - sent} bytes`);
    assert.equal(await first.text('web/index.html'), '<p>one</p>');
    const second = await store.launch();
    assert.equal(await second.text('web/index.html'), '<p>two</p>');
    assert.equal(await store.markHealthy(first), false, 'it is said of another release');
    assert.equal(await store.markHealthy(second), true);
    await publish({ sequence: 3, packages: site('three') });
    await update();
    await store.prune();
    assert.equal((await store.installedReleases()).length, 3);
    assert.equal(await (await store.launch()).text('web/index.html'), '<p>three</p>');
    await store.markHealthy();
    await store.prune();
    assert.equal((await store.installedReleases()).length, 2);
    assert.deepEqual(await store.prune({ maximumSize: 10 }).then(result => result.removedPrevious), true);
    assert.equal((await store.installedReleases()).length, 1);
    assert.deepEqual(await store.verify(), []);
  });
}

for (const [name, make] of [['a folder', null], ['memory', () => new MemoryFiles()]]) {
  test(`an update by patch in ${name}`, async t => {
    const { store, update, publish, server, dist, key } = await setUp(t, { files: make?.() }), { patch, ...releases } = await patchedRelease();
    const { manifest } = await publish(releases.old);
    await update();
    await store.launch();
    const release = { sequence: 2, version: '2.0.0', keys: [key], ...releases.new };
    await publishPatch(dist, release, manifest.id, patch);
    const result = await update();
    assert.deepEqual(result.patched, ['base']);
    assert.ok(!server.requests.some(request => request.path.endsWith('.zip') && request.range), 'no part of the archive');
    const shown = await store.launch();
    assert.equal(shown.manifest.version, '2.0.0');
    for (const [path, bytes] of Object.entries(releases.new.packages.base)) assert.deepEqual(Buffer.from(await shown.contents(path)), Buffer.from(bytes), path);
    assert.deepEqual(await store.verify(), []);
  });
}

test('damaged, lying and missing patches give way to the entries', async t => {
  const { store, update, publish, dist, key, server } = await setUp(t), { patch, ...releases } = await patchedRelease();
  const { manifest } = await publish(releases.old);
  await update();
  await store.launch();
  const flipped = Uint8Array.from(patch, (byte, index) => (index === 100 ? byte ^ 1 : byte));
  for (const [sequence, damaged] of [[2, flipped], [3, patch.slice(0, 90)], [4, (await patchedRelease(0)).patch], [5, null]]) {
    await publishPatch(dist, { sequence, version: `${sequence}.0.0`, keys: [key], ...releases.new }, manifest.id, damaged ?? patch);
    if (!damaged) await rm(join(dist, 'patches/one.patch'));
    const result = await update();
    assert.deepEqual([result.status, result.patched], ['installed', []], `${sequence}`);
    const shown = await store.launch();
    assert.equal(shown.manifest.version, `${sequence}.0.0`);
    assert.deepEqual(await store.verify(), []);
    await publish({ ...releases.old, sequence });
    await store.prune();
  }
  assert.ok(server.requests.some(request => request.path.endsWith('.patch')));
});

test('a release that is never called healthy is taken back, and not tried again', async t => {
  const { store, update, publish } = await setUp(t);
  await publish({ packages: site() });
  await update();
  await store.launch();
  await store.markHealthy();
  await publish({ sequence: 2, packages: site('bad') });
  await update();
  for (const text of ['bad', 'bad', 'one']) assert.equal(await (await store.launch()).text('web/index.html'), `<p>${text}</p>`);
  assert.equal((await update()).status, 'failedBefore');
  // The same contents under another number are the same release.
  await publish({ sequence: 3, packages: site('bad') });
  assert.equal((await update()).status, 'failedBefore');
  await publish({ sequence: 4, version: '1.0.1', packages: site('good') });
  assert.equal((await update()).status, 'installed');
  assert.equal(await (await store.launch()).text('web/index.html'), '<p>good</p>');
});

test('a trial that lasts too long ends, by both clocks', async t => {
  let uptime = 1000;
  const { store, update, publish } = await setUp(t, { store: { uptime: () => uptime } });
  await publish({ packages: site() });
  await update();
  await store.launch(5000);
  await publish({ sequence: 2, packages: site('bad') });
  await update();
  await store.launch(5000);
  assert.equal(await store.rollBackIfUnhealthy(5050), false);
  assert.equal(await store.rollBackIfUnhealthy(9_000_000), false, 'the clock was set');
  assert.equal(await store.rollBackIfUnhealthy(4000), false, 'the clock was set back: the trial begins again');
  uptime = 1100;
  assert.equal(await store.rollBackIfUnhealthy(4050), false);
  assert.equal(await store.rollBackIfUnhealthy(4100), true);
  assert.equal(await (await store.launch(4100)).text('web/index.html'), '<p>one</p>');
});

test('what is damaged on the disk is noticed, and fetched again', async t => {
  const { store, update, publish, folder } = await setUp(t);
  await publish({ packages: site() });
  await update();
  const release = await store.launch(), { hash } = release.entry('web/index.html');
  await writeFile(join(folder, 'store', store.objectName(hash)), '<p>ONE</p>');
  await assert.rejects(release.contents('web/index.html'), code('store'));
  assert.equal(await store.has(hash), false);
  await publish({ sequence: 2, packages: site('one', { 'web/b.txt': 'b' }) });
  await update();
  assert.equal(await (await store.launch()).text('web/index.html'), '<p>one</p>');
});

test('older, expired, foreign and unsigned releases are refused', async t => {
  const { store, update, publish, client } = await setUp(t, { settings: { now: () => 1_800_000_000 } });
  await publish({ sequence: 5, packages: site() });
  await update();
  await publish({ sequence: 4, packages: site('old') });
  await assert.rejects(update(), code('rollback'));
  await publish({ sequence: 6, packages: site('late'), latest: { expires: '2027-01-15T08:00:00Z' } });
  await assert.rejects(update(), code('expired'));
  await publish({ sequence: 6, packages: site('forged'), keys: [makeKey()] });
  await assert.rejects(update(), code('signature'));
  await publish({ sequence: 6, packages: site('unsigned'), keys: [] });
  await assert.rejects(update(), code('signature'));
  await publish({ sequence: 6, packages: site('six'), manifest: { sequence: 7 } });
  await assert.rejects(update(), code('sequence'));
  await publish({ sequence: 6, packages: site('six'), manifest: { runtimeVersion: '2.0' } });
  await assert.rejects(client({ runtimeVersion: '1.9' }).check(), code('runtime'));
  assert.equal((await client({ runtimeVersion: '2.0' }).check()).status, 'available');
  await publish({ sequence: 6, packages: site('beta'), latest: { channel: 'beta' } });
  assert.equal((await client({ channel: 'stable' }).check()).status, 'otherChannel');
  assert.equal((await client({ channel: 'beta' }).check()).status, 'available');
  await publish({ sequence: 6, packages: site('some'), latest: { rollout: 0 } });
  assert.equal((await update()).status, 'notRolledOut');
  assert.equal((await store.state()).highestSequence, 5);
});

test('an update that was found is checked again before it is installed', async t => {
  const { store, publish, client } = await setUp(t);
  await publish({ sequence: 1, packages: site('one') });
  const found = await client().check();
  await store.update(state => { state.highestSequence = 9; });
  await assert.rejects(client().install(found.update), code('rollback'));
});

test('roots are followed, and a withdrawn key loses its word', async t => {
  const { store, dist, publish, key: first, client } = await setUp(t);
  const second = makeKey(), third = makeKey(), trust = { root: rootFile(1, [first]) };
  const write = (number, file) => writeFile(join(dist, `roots/${number}.root.json`), file);
  const check = () => client({ trust }).check();
  await publish({ sequence: 1000, packages: site('stolen') });
  await (await import('node:fs/promises')).mkdir(join(dist, 'roots'));
  assert.equal((await check()).status, 'available');
  await client({ trust }).install((await check()).update);
  assert.equal((await store.state()).highestSequence, 1000);
  await publish({ sequence: 2, packages: site('two'), keys: [second] });
  await assert.rejects(check(), code('signature'));
  // Signed only by itself, by a stranger, with another number, or not JSON: not followed.
  for (const [file, expected] of [
    [rootFile(2, [second], { signers: [second] }), 'signature'], [rootFile(2, [second], { signers: [first] }), 'signature'],
    [rootFile(3, [second], { signers: [first, second] }), 'root'], [rootFile(2, [second], { signers: [first, second], threshold: 2 }), 'member'],
    [new Uint8Array(5), 'json'], [envelope('application/vnd.hybrid.latest+json', {}, [first]), 'payloadType'],
    [rootFile(2, [second, second], { signers: [first, second] }), 'member'],
  ]) {
    await write(2, file);
    await assert.rejects(check(), code(expected));
  }
  await write(2, rootFile(2, [second], { signers: [first, second] }));
  const found = await check();
  assert.equal(found.status, 'available', 'the thief’s sequence is forgotten');
  await client({ trust }).install(found.update);
  assert.deepEqual((await store.state()).trustedKeys, [second.id]);
  // Offline from here on: the stored root counts, and only adds.
  await rm(join(dist, 'roots/2.root.json'));
  await publish({ sequence: 3, packages: site('three'), keys: [first] });
  await assert.rejects(check(), code('signature'));
  await write(3, rootFile(3, [second, third], { signers: [second], threshold: 1 }));
  await publish({ sequence: 1, packages: site('older'), keys: [third] });
  await assert.rejects(check(), code('rollback'), 'a root that only adds keys forgets nothing');
  await write(4, rootFile(4, [second, third], { threshold: 2, expires: '2020-01-01T00:00:00Z' }));
  await publish({ sequence: 9, packages: site('nine'), keys: [second, third] });
  await assert.rejects(check(), code('expired'));
  await write(5, rootFile(5, [second, third], { threshold: 2 }));
  assert.equal((await check()).status, 'available');
  await publish({ sequence: 9, packages: site('nine'), keys: [second] });
  await assert.rejects(check(), code('signature'), 'one of two');
});

test('the release that came with the app is installed where it is newer', async t => {
  const { store, folder, publish: publishUpdate, update, client } = await setUp(t);
  const embedded = join(folder, 'embedded');
  await publish(embedded, { sequence: 5, packages: site('embedded') });
  assert.equal(await client().installEmbedded(folderTransport(embedded)), true);
  assert.equal(await client().installEmbedded(folderTransport(embedded)), false);
  assert.equal(await (await store.launch()).text('web/index.html'), '<p>embedded</p>');
  await publishUpdate({ sequence: 6, packages: site('update') });
  await update();
  assert.equal(await client().installEmbedded(folderTransport(embedded)), false);
  assert.equal(await (await store.launch()).text('web/index.html'), '<p>update</p>');
});

test('packages on demand, and those of viewports', async t => {
  const { store, publish, update, client } = await setUp(t, { settings: { device: { width: 400, height: 800 } } });
  const release = (sequence, text) => ({
    sequence, packages: { ...site(text), small: { 'layouts/s/x': 's' }, wide: { 'layouts/w/x': 'w' }, extra: { 'web/extra.txt': text } },
    packageMembers: { small: { viewport: 's' }, wide: { viewport: 'w' }, extra: { load: 'onDemand' } },
    manifest: { viewports: [{ name: 's', width: 390, height: 844 }, { name: 'w', width: 1024, height: 768 }] },
  });
  await publish(release(1, 'one'));
  await update();
  assert.deepEqual((await store.launch()).packages.sort(), ['base', 'small']);
  await assert.rejects(client().installOnDemand('none'), code('noSuchEntry'));
  await client().installOnDemand('extra');
  assert.equal(await (await store.launch()).text('web/extra.txt'), 'one');
  await publish(release(2, 'two'));
  await update();
  assert.equal(await (await store.launch()).text('web/extra.txt'), 'two', 'it is updated with the release');
});

test('a download that was cut goes on where it was cut', async t => {
  const { store, update, publish, server } = await setUp(t, { settings: { attempts: 6 } });
  await publish({ packages: site() });
  let cuts = 0;
  server.hooks.push(async (request, response, path) => {
    if (!path.endsWith('.zip') || cuts >= 4) return false;
    cuts++;
    const bytes = await readFile(join(server.folder, path)), start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(start ? 206 : 200, { 'Content-Length': bytes.length - start, 'Content-Range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` });
    response.write(bytes.subarray(start, start + 60_000), () => setTimeout(() => response.destroy(), 20));
    return true;
  });
  assert.deepEqual((await update()).whole, ['base']);
  const asked = server.requests.filter(request => request.path.endsWith('.zip')).map(request => Number(/=(\d+)/.exec(request.range ?? '=0')[1]));
  assert.equal(asked.length, 5);
  assert.ok(asked[4] > 200_000 && asked.every((start, index) => index === 0 || start > asked[index - 1]), asked.join());
  assert.equal(await (await store.launch()).text('web/index.html'), '<p>one</p>');
});

test('servers without ranges, with wrong ranges, errors and false answers', async t => {
  const { store, update, publish, server } = await setUp(t, { settings: { attempts: 2 } });
  await publish({ packages: site() });
  await update();
  await store.launch();
  server.ranges = false;
  await publish({ sequence: 2, packages: site('two') });
  assert.deepEqual((await update()).whole, ['base'], 'no ranges: the whole archive');
  server.ranges = true;
  await publish({ sequence: 3, packages: site('three') });
  server.hooks.push((request, response) => {
    if (!request.headers.range) return false;
    // Other bytes than were asked for.
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range);
    response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/999999`, 'Content-Length': end - start + 1 }).end(Buffer.alloc(end - start + 1, 7));
    return true;
  });
  assert.deepEqual((await update()).whole, ['base'], 'damaged ranges: the whole archive');
  server.hooks.length = 0;
  await publish({ sequence: 4, packages: site('four', { 'web/new.bin': randomBytes(50_000) }) });
  for (const [status, expected] of [[404, 'transport.refused'], [500, 'transport.unavailable'], [403, 'transport.refused']]) {
    server.hooks.push((request, response, path) => path.startsWith('/packages/') && Boolean(response.writeHead(status).end()));
    await assert.rejects(update(), code(expected));
    server.hooks.length = 0;
  }
  for (const falsify of [bytes => Buffer.concat([bytes, Buffer.from('x')]), bytes => Buffer.alloc(bytes.length, 1)]) {
    server.hooks.push(async (request, response, path) => {
      if (!path.startsWith('/packages/')) return false;
      const bytes = falsify(await readFile(join(server.folder, path)));
      response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
      return true;
    });
    await assert.rejects(update(), error => ['hash', 'transport.tooLong'].includes(error.code));
    server.hooks.length = 0;
  }
  // An answer without an end is given up at the size that the manifest names.
  server.hooks.push((request, response, path) => {
    if (!path.startsWith('/packages/')) return false;
    response.writeHead(200);
    const timer = setInterval(() => response.write(Buffer.alloc(1 << 16)), 1);
    response.on('close', () => clearInterval(timer));
    return true;
  });
  await assert.rejects(update(), code('transport.tooLong'));
  server.hooks.length = 0;
  assert.equal((await store.launch()) !== null, true);
  assert.equal((await update()).status, 'installed');
  assert.deepEqual(await store.verify(), []);
});

test('a server that says nothing is given up', async t => {
  const { store, server, publish, key } = await setUp(t);
  await publish({ packages: site() });
  server.hooks.push(() => true);
  const client = new UpdateClient(store, fetchTransport(server.url, { timeout: 0.2 }), { trust: { keys: [key] }, attempts: 1 });
  await assert.rejects(client.check(), code('transport.connection'));
});

test('cancelling ends what runs and keeps what came', async t => {
  const { store, server, publish, client, update } = await setUp(t);
  await publish({ packages: site() });
  const controller = new AbortController(), slow = client({ signal: controller.signal });
  server.hooks.push((request, response, path) => {
    if (!path.endsWith('.zip')) return false;
    response.writeHead(200);
    response.write(Buffer.from('PK'));
    return true;
  });
  const found = await slow.check();
  await assert.rejects(slow.install(found.update, () => setTimeout(() => controller.abort(), 20)), code('cancelled'));
  server.hooks.length = 0;
  assert.equal(await store.launch(), null);
  assert.equal((await update()).status, 'installed');
});

test('two clients of one store: one installs, the other is refused as busy', async t => {
  const { store, publish, client } = await setUp(t);
  await publish({ packages: site() });
  const found = await client().check();
  const results = await Promise.allSettled([client().install(found.update), client().install(found.update)]);
  assert.deepEqual(results.map(result => result.status).sort(), ['fulfilled', 'rejected']);
  code('busy')(results.find(result => result.status === 'rejected').reason);
  assert.notEqual(await store.launch(), null);
});

test('keys are read from PEM and base64, and from nothing else', async () => {
  const key = makeKey(), text = Buffer.from(key.bytes).toString('base64');
  const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.bytes]).toString('base64')}\n-----END PUBLIC KEY-----\n`;
  for (const from of [key.bytes, text, pem]) assert.equal((await verificationKey(from)).id, key.id);
  for (const from of ['', 'x', text.slice(4), new Uint8Array(32), pem.replace('MCow', 'MCox').replace('BQYD', 'AAAA').slice(0, 60)]) await assert.rejects(verificationKey(from), code('key'));
});

test('a store leaves nothing in the folder but its own names', async t => {
  const { update, publish, folder } = await setUp(t);
  await publish({ packages: site() });
  await update();
  assert.deepEqual((await readdir(join(folder, 'store'))).sort(), ['downloads', 'objects', 'releases', 'state.before.json', 'state.json']);
  assert.deepEqual(await readdir(join(folder, 'store/downloads')), []);
});

test('what the shown release lacks of its own files is fetched again, though nothing is new', async t => {
  const { store, update, publish, folder } = await setUp(t);
  const { hash } = await publish({ packages: site() });
  await update();
  const release = await store.launch(), entry = release.entry('web/large.bin');
  assert.equal((await update()).status, 'upToDate');
  await rm(join(folder, 'store', store.objectName(entry.hash)));
  await assert.rejects(release.contents('web/large.bin'), code('store'));
  assert.equal((await update()).status, 'installed');
  assert.deepEqual(Buffer.from(await release.contents('web/large.bin')), large);
  assert.equal((await store.state()).pending, undefined);
  // Its manifest too.
  await rm(join(folder, 'store', store.releaseName(hash), 'manifest.json'));
  assert.equal((await update()).status, 'installed');
  assert.deepEqual(await store.verify(), []);
  assert.equal((await update()).status, 'upToDate');
});

test('a damaged state is not taken for a new store', async t => {
  const { store, update, publish, folder } = await setUp(t);
  await publish({ sequence: 7, packages: site() });
  await update();
  await store.launch();
  const path = join(folder, 'store/state.json'), state = await store.state();
  for (const damage of ['{}', '', await readFile(path, 'utf8').then(text => text.replace('"highestSequence":7', '"highestSequence":0'))]) {
    await writeFile(path, damage);
    const found = await store.state();
    assert.equal(found.highestSequence, 7);
    assert.equal(found.installationID, state.installationID);
    await store.launch();
  }
  for (const name of ['state.json', 'state.before.json']) await writeFile(join(folder, 'store', name), 'damaged');
  assert.deepEqual([(await store.state()).highestSequence, (await store.state()).current], [7, state.current]);
  await publish({ sequence: 6, packages: site('old') });
  await assert.rejects(update(), code('rollback'));
});

test('a root that was accepted and is withheld is an error; a withdrawn key leaves what others vouch for', async t => {
  const { store, dist, publish, key: first, client } = await setUp(t);
  const second = makeKey(), third = makeKey(), trust = { root: rootFile(1, [first, second]) };
  const install = async () => { const found = await client({ trust }).check(); if (found.status === 'available') await client({ trust }).install(found.update); return found.status; };
  await (await import('node:fs/promises')).mkdir(join(dist, 'roots'), { recursive: true });
  await publish({ sequence: 5, packages: site('five'), keys: [first, second] });
  assert.equal(await install(), 'available');
  await publish({ sequence: 5000, packages: site('stolen'), keys: [first] });
  assert.equal(await install(), 'available');
  await writeFile(join(dist, 'roots/2.root.json'), rootFile(2, [second, third], { signers: [second] }));
  await publish({ sequence: 4, packages: site('older'), keys: [second] });
  await assert.rejects(install(), code('rollback'), 'five was signed by the second key too');
  await publish({ sequence: 6, packages: site('six'), keys: [second] });
  assert.equal(await install(), 'available');
  // The stored roots are lost, and the server withholds the one that was accepted.
  await store.update(state => { state.roots = []; });
  await rm(join(dist, 'roots/2.root.json'));
  await assert.rejects(install(), code('root'));
});

test('wrong indexes, identities and numbers are refused', async t => {
  const { publish, update, dist, key } = await setUp(t);
  const wrong = async (expected, release) => {
    await publish({ packages: site(), ...release });
    await assert.rejects(update(), code(expected), expected);
  };
  await wrong('identity', { manifest: { id: 'sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' } });
  await wrong('index', { packageMembers: { base: { unpackedSize: 5 } } });
  await wrong('index', { packageMembers: { base: { entryCount: 2 } } });
  await wrong('size', { packageMembers: { base: { entryCount: 1_000_001 } } });
  await wrong('size', { packageMembers: { base: { unpackedSize: 2 ** 41 } } });
  await wrong('missing', { manifest: { routes: 'routes.json' } });
  const lists = (pages, routes) => ({ packages: { base: { ...site().base, 'pages.json': pages, 'routes.json': routes } }, manifest: { pages: 'pages.json', routes: 'routes.json' } });
  const pages = '{"pages":[{"path":"index.html"}]}', noRoutes = '{"routes":[]}';
  await wrong('json', lists(pages, 'zz'));
  await wrong('json', lists(pages, '[]'));
  await wrong('member', lists(pages, '{"routes":5}'));
  await wrong('member', lists(pages, '{"routes":[{"page":"index.html"}]}'));
  await wrong('member', lists(pages, '{"routes":[{"pattern":"/","urlPattern":"/"}]}'));
  await wrong('member', lists(pages, '{"routes":[{"pattern":"/","page":"gone.html"}]}'));
  await wrong('member', lists(pages, '{"routes":[],"hosts":[1]}'));
  await wrong('member', lists(pages, '{"routes":[],"scheme":1}'));
  await wrong('member', lists('{"pages":5}', noRoutes));
  await wrong('member', lists('{"pages":[{}]}', noRoutes));
  await wrong('member', lists('{"pages":[],"base":1}', noRoutes));
  await wrong('json', { manifest: { routes: 'web/index.html' } });
  await wrong('member', { manifest: { name: 'a\nb' } });
  await wrong('member', { manifest: { version: 'x'.repeat(1025) } });
  await wrong('member', { latest: { channel: '\u0085' } });
  await wrong('member', { manifest: { viewports: [{ name: '.x', width: 1, height: 1 }] } });
  await wrong('member', { manifest: { viewports: [{ name: 'A', width: 1, height: 1 }, { name: 'a', width: 1, height: 1 }] } });
  await wrong('member', { manifest: { fonts: Array.from({ length: 1001 }, () => ({ family: 'a', hash: 'b' })) } });
  await wrong('patch', { manifest: { patches: [{ from: 'sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', to: 'sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', package: 'base', url: 'a', hash: 'sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', size: 1 }] } });
  await writeFile(join(dist, 'latest.json'), envelope('application/vnd.hybrid.latest+json', '{}', Array.from({ length: 65 }, () => key)));
  await assert.rejects(update(), code('member'));
});
