// What the Swift client decides, from files that its tests write (Tests/Fixtures/Vectors): this client decides alike.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { join } from 'node:path';
import test from 'node:test';
import { Archive } from '../src/archive.js';
import { utf8 } from '../src/bytes.js';
import { UpdateClient } from '../src/client.js';
import { HybridError } from '../src/errors.js';
import { MemoryFiles } from '../src/files.js';
import { canonicalJSON, isName, parseJSON } from '../src/json.js';
import { isVersion, Manifest } from '../src/manifest.js';
import { checkCollisions, checkName } from '../src/names.js';
import { Router } from '../src/router.js';
import { ReleaseStore } from '../src/store.js';
import { isAtLeast, rolloutIncludes, timestamp, verificationKey } from '../src/trust.js';

const vectors = new URL('../../../Tests/Fixtures/Vectors/', import.meta.url).pathname;
const decisions = JSON.parse(await readFile(join(vectors, 'decisions.json'), 'utf8'));

/** The code of what `body` throws; `null` where it throws nothing. */
function codeOf(body) {
  try {
    body();
    return null;
  } catch (error) {
    assert.ok(error instanceof HybridError, error);
    return error.code;
  }
}

test('phased rollouts', async () => {
  assert.ok(decisions.rollout.length >= 200);
  for (const { installation, release, share, takes } of decisions.rollout) assert.equal(await rolloutIncludes(installation, release, share), takes, installation);
});

test('runtime versions', () => {
  for (const [version, minimum, expected] of decisions.runtimeVersion) assert.equal(isAtLeast(version, minimum), expected, `${version} for ${minimum}`);
});

test('moments', () => {
  for (const [text, seconds] of decisions.timestamps) assert.equal(timestamp(text), seconds, text);
});

test('names of entries', () => {
  for (const [name, rule] of decisions.names) assert.equal(codeOf(() => checkName(name)), rule && `archive.${rule}`, JSON.stringify(name));
});

test('names of packages and viewports', () => {
  for (const [name, isSound] of decisions.packageNames) assert.equal(isName(name), isSound, JSON.stringify(name));
});

test('versions of releases', () => {
  for (const [text, isSound] of decisions.versions) assert.equal(isVersion(text), isSound, JSON.stringify(text));
});

test('indexes that a device may install', () => {
  for (const [text, isSound] of decisions.indexSizes) assert.equal(codeOf(() => Manifest.decode(utf8(text))), isSound ? null : 'size', text);
});

test('numbers of values', () => {
  for (const [text, limit, isParsed] of decisions.valueCounts) assert.equal(codeOf(() => parseJSON(utf8(text), limit)), isParsed ? null : 'json', `${limit}: ${text}`);
});

test('names that collide', () => {
  for (const [names, rule] of decisions.collisions) assert.equal(codeOf(() => checkCollisions(names)), rule && `archive.${rule}`, names.join());
});

test('JSON, and its canonical form', () => {
  for (const [text, canonical] of decisions.json) {
    let found = null;
    try { found = canonicalJSON(parseJSON(utf8(text))); } catch (error) { assert.equal(error.code, 'json'); }
    assert.equal(found, canonical, text);
  }
});

test('the nearest viewports', () => {
  const [viewports, ...cases] = decisions.viewports, hash = `sha256-${'A'.repeat(43)}`, file = { url: 'a', hash, size: 1 };
  const manifest = Manifest.decode(utf8(JSON.stringify({
    formatVersion: 1, id: hash, name: 'a', version: '1.0.0', sequence: 1, viewports, packages: [{ ...file, name: 'base', unpackedSize: 0, entryCount: 0, index: file }],
  })));
  assert.ok(cases.length >= 20);
  for (const [device, names] of cases) assert.deepEqual(manifest.viewportsByDistance(device).map(one => one.name), names, JSON.stringify(device));
  for (const safeArea of [{ top: -1 }, { left: 100_001 }, { top: '1' }, 5]) {
    const wrong = { formatVersion: 1, id: hash, name: 'a', version: '1.0.0', sequence: 1, viewports: [{ ...viewports[0], safeArea }], packages: [] };
    assert.equal(codeOf(() => Manifest.decode(utf8(JSON.stringify(wrong)))), 'member', JSON.stringify(safeArea));
  }
});

test('routes', () => {
  const [patterns, ...cases] = decisions.routes;
  const router = new Router(patterns.map(pattern => ({ pattern })));
  assert.deepEqual(router.unsupported, []);
  for (const [url, pattern, values] of cases) {
    const found = router.match(url);
    assert.equal(found ? patterns[found.route] : null, pattern, url);
    assert.deepEqual(found ? found.values : null, values, url);
  }
});

const hostile = await Archive.open(new Uint8Array(await readFile(join(vectors, 'hostile-releases.zip'))));
const listing = JSON.parse(new TextDecoder().decode(await hostile.contents('cases.json')));

/** A server of the committed archive. */
function transport(files) {
  return {
    async fetch(path, { start = 0, end, onResponse, onBytes }) {
      if (!files[path]) throw new HybridError('transport.refused', { file: path });
      const bytes = await hostile.contents(`blobs/${files[path].slice(7)}`), part = bytes.subarray(start, end ?? bytes.length);
      await onResponse({ offset: start, length: part.length });
      await onBytes(part);
    },
  };
}

// Rules of docs/reference/format.md that this client checks before the step at which some older vectors were refused, or that they broke by
// accident.
const earlier = { 'manifest-huge-package': 'size', 'manifest-unpacked': 'index', nested: 'identity' };

test('hostile releases get the verdicts of the Swift client', async () => {
  assert.ok(listing.cases.length > 300);
  const key = await verificationKey(listing.key);
  const differing = [];
  for (const { name, files, verdicts } of listing.cases) {
    const store = new ReleaseStore(new MemoryFiles());
    const client = new UpdateClient(store, transport(files), { trust: { keys: [key] }, attempts: 1, now: () => listing.now });
    let verdict = 'installed';
    try {
      const found = await client.check();
      if (found.status === 'available') await client.install(found.update); else verdict = found.status;
    } catch (error) {
      assert.ok(error instanceof HybridError, `${name}: ${error.stack}`);
      verdict = error.code;
    }
    if (!verdicts.includes(verdict) && earlier[name] !== verdict) differing.push(`${name}: ${verdict}, wanted ${verdicts.join(' or ')}`);
    const shown = await store.launch();
    assert.equal(shown !== null, verdict === 'installed', name);
    if (verdict !== 'installed') assert.deepEqual(await store.installedReleases(), [], name);
  }
  assert.deepEqual(differing, []);
});

