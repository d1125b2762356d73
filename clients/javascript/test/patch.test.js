// Patches from the tests of the Swift client (Tests/Fixtures/Vectors/patches.zip), sound and damaged: the same verdicts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Archive } from '../src/archive.js';
import { HybridError } from '../src/errors.js';
import { MemoryFiles } from '../src/files.js';
import { applyPatch } from '../src/patch.js';
import { ReleaseStore } from '../src/store.js';
import { hash } from './support/publish.js';

const archive = await Archive.open(new Uint8Array(await readFile(new URL('../../../Tests/Fixtures/Vectors/patches.zip', import.meta.url))));
const cases = JSON.parse(new TextDecoder().decode(await archive.contents('cases.json')));
const blob = name => archive.contents(`blobs/${name.slice(7)}`);
const source = bytes => ({ size: bytes.length, read: (start, end) => bytes.subarray(start, end) });

async function changed(patch, [kind, argument]) {
  switch (kind) {
    case 'cut': return patch.slice(0, argument);
    case 'flip': return Uint8Array.from(patch, (byte, index) => (index === argument ? byte ^ 0x55 : byte));
    case 'append': return Uint8Array.of(...patch, 0);
    case 'replaced': return blob(argument);
    default: return patch;
  }
}

/** Applies a patch in a store that has the old entries; gives the store and the new index. */
async function apply({ old, oldIndex, new: { index, indexSize, ...totals } }, patch) {
  const store = new ReleaseStore(new MemoryFiles());
  for (const entry of old) await store.addObject(entry.hash, async take => take(await blob(entry.hash)));
  const bytes = await applyPatch({
    patch: source(patch), oldIndex: old, source: oldIndex, store, package: { ...totals, name: 'base', index: { url: 'i', hash: index, size: indexSize } },
  });
  return { store, bytes };
}

test('patches have the verdicts of the Swift client', async () => {
  const counts = { applied: 0, refused: 0 };
  for (const one of cases) {
    const patch = await blob(one.patch);
    for (const verdict of one.verdicts) {
      const isApplied = verdict.at(-1), name = verdict.join(' ');
      counts[isApplied ? 'applied' : 'refused']++;
      const damaged = await changed(patch, verdict);
      if (!isApplied) {
        await assert.rejects(apply(one, damaged), error => {
          assert.ok(error instanceof HybridError, `${name}: ${error.stack}`);
          return true;
        }, name);
        continue;
      }
      const { store, bytes } = await apply(one, damaged);
      assert.equal(hash(bytes), one.new.index, name);
      for (const entry of JSON.parse(new TextDecoder().decode(bytes))) assert.equal(hash(await store.object(entry.hash)), entry.hash, entry.path);
    }
  }
  assert.ok(counts.applied >= cases.length && counts.refused > 100, JSON.stringify(counts));
});

test('a patch needs the old entries as they were', async () => {
  const [one] = cases, patch = await blob(one.patch);
  await assert.rejects(apply({ ...one, old: one.old.slice(0, 1) }, patch));
  await assert.rejects(apply({ ...one, oldIndex: one.new.index }, patch), { code: 'patch' });
  await assert.rejects(apply({ ...one, new: { ...one.new, unpackedSize: 100 } }, patch), { code: 'patch' });
  await assert.rejects(apply({ ...one, new: { ...one.new, entryCount: 1 } }, patch), { code: 'patch' });
});

test('coded bytes without an end are given up at the number that is declared', async () => {
  const [one] = cases, patch = await blob(one.patch), endless = new Uint8Array(1 << 20).fill(0xff);
  endless.set(patch.subarray(0, 60));
  new DataView(endless.buffer).setUint32(9, endless.length - 13, true);
  const begun = performance.now();
  await assert.rejects(apply(one, endless), error => error instanceof HybridError);
  assert.ok(performance.now() - begun < 20_000);
});
