import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { memorySource } from '../src/archive.js';
import { HybridError } from '../src/errors.js';
import { decodeVCDIFF } from '../src/vcdiff.js';
import { isInstalled } from './support/chromium.js';
import { temporaryFolder } from './support/folder.js';

const skip = isInstalled('xdelta3') ? false : 'xdelta3 is not installed';

async function decode(delta, source, limit = 1 << 28) {
  const parts = [];
  const total = await decodeVCDIFF(new Uint8Array(delta), memorySource(new Uint8Array(source)), limit, part => { parts.push(Buffer.from(part)); });
  const result = Buffer.concat(parts);
  assert.equal(result.length, total);
  return result;
}

async function encode(folder, source, target, ...options) {
  await writeFile(join(folder, 'old'), source);
  await writeFile(join(folder, 'new'), target);
  execFileSync('xdelta3', ['-e', '-f', '-S', 'none', '-A', '-n', ...options, '-s', join(folder, 'old'), join(folder, 'new'), join(folder, 'delta')]);
  return readFile(join(folder, 'delta'));
}

/** Bytes made from others by edits: a pseudo-random number decides each. */
function edited(source, seed) {
  const parts = [];
  let state = seed, at = 0;
  const random = limit => { state = Math.imul(state, 1664525) + 1013904223 >>> 0; return Math.floor(state / 2 ** 32 * limit); };
  while (at < source.length) {
    const length = random(3000);
    if (random(5) === 0) parts.push(randomBytes(random(200))); else if (random(5) === 0) parts.push(Buffer.alloc(random(2000), random(256)));
    const from = random(4) === 0 ? random(source.length) : at;
    parts.push(source.subarray(from, from + length));
    at += length;
  }
  return Buffer.concat(parts);
}

test('deltas of xdelta3 give its targets', { skip, timeout: 120_000 }, async t => {
  const folder = await temporaryFolder(t);
  const text = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `line ${index * 7919 % 1000} of ${index}\n`).join(''));
  const pairs = [
    ['', ''], ['', 'hello'], ['hello', ''], ['hello', 'hello'], ['abc'.repeat(1000), 'abc'.repeat(999) + 'x'], [Buffer.alloc(100_000), Buffer.alloc(300_000)],
    [randomBytes(50_000), randomBytes(50_000)], [text, Buffer.concat([text.subarray(5000), Buffer.from('more'), text.subarray(0, 5000)])],
  ];
  for (let seed = 1; seed <= 12; seed++) pairs.push([text, edited(text, seed)]);
  for (const [source, target] of pairs) {
    for (const options of [[], ['-9'], ['-1'], ['-W', '16384']]) {
      const delta = await encode(folder, source, target, ...options);
      assert.deepEqual(await decode(delta, Buffer.from(source)), Buffer.from(target));
    }
  }
  const large = randomBytes(20_000_000), changed = Buffer.concat([large.subarray(0, 9_000_000), Buffer.from('x'), large.subarray(9_000_100)]);
  const delta = await encode(folder, large, changed);
  assert.ok(delta.length < 2000);
  assert.deepEqual(await decode(delta, large), changed);
});

test('deltas with extensions, cut or damaged ones are refused, and nothing beyond the limit is made', { skip }, async t => {
  const folder = await temporaryFolder(t), source = Buffer.from('the quick brown fox jumps over the lazy dog. '.repeat(40)), target = edited(source, 5);
  const delta = await encode(folder, source, target), refusal = { name: 'HybridError', code: 'patch' };
  await assert.rejects(decode(delta, source, target.length - 1), refusal);
  for (let length = 1; length < delta.length; length++) {
    if (length === 5) continue;
    await assert.rejects(decode(delta.subarray(0, length), source), refusal, `${length}`);
  }
  for (let bit = 0; bit < delta.length * 8; bit++) {
    const damaged = Buffer.from(delta);
    damaged[bit >> 3] ^= 1 << (bit & 7);
    try {
      assert.ok((await decode(damaged, source, target.length * 2)).length <= target.length * 2);
    } catch (error) {
      assert.ok(error instanceof HybridError, error.stack);
    }
  }
  // With a checksum, with an application's header, and with secondary compression.
  await writeFile(join(folder, 'old'), source);
  await writeFile(join(folder, 'new'), Buffer.concat([target, randomBytes(5000)]));
  for (const options of [['-S', 'none', '-A'], ['-S', 'none', '-n'], ['-S', 'djw', '-A', '-n', '-9']]) {
    execFileSync('xdelta3', ['-e', '-f', ...options, '-s', join(folder, 'old'), join(folder, 'new'), join(folder, 'delta')]);
    const other = await readFile(join(folder, 'delta'));
    if (other[4] === 0 && options.includes('djw')) continue;
    await assert.rejects(decode(other, source), refusal, options.join(' '));
  }
});

test('a small delta of a huge target is refused before it is made', async () => {
  // One window of a run of 2^40 bytes; one of 2^28, which is beyond a window's size.
  const number = value => { const digits = [value % 128]; for (let rest = Math.floor(value / 128); rest; rest = Math.floor(rest / 128)) digits.unshift(rest % 128 + 128); return digits; };
  for (const size of [2 ** 40, 2 ** 28, 2 ** 26 + 1]) {
    const instructions = [0, ...number(size)], body = [...number(size), 0, ...number(1), ...number(instructions.length), ...number(0), 7, ...instructions];
    await assert.rejects(decode([0xd6, 0xc3, 0xc4, 0, 0, 0, ...number(body.length), ...body], [], 2 ** 50), { code: 'patch' });
  }
  const instructions = [0, ...number(1000)], body = [...number(1000), 0, ...number(1), ...number(instructions.length), ...number(0), 7, ...instructions];
  assert.deepEqual(await decode([0xd6, 0xc3, 0xc4, 0, 0, 0, ...number(body.length), ...body], []), Buffer.alloc(1000, 7));
});
