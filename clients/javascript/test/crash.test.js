// Kills a process at random points of updates: a whole release is there every time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import test from 'node:test';
import { ReleaseStore } from '../src/index.js';
import { FolderFiles } from '../src/node.js';
import { makeKey, publish } from './support/publish.js';
import { serve } from './support/server.js';
import { atEnd, temporaryFolder } from './support/folder.js';

const kills = Number(process.env.HYBRID_KILLS ?? 200);
const program = new URL('support/updating-process.js', import.meta.url).pathname;

/** Runs the program; kills it so many milliseconds after it began. @returns {Promise<{killed: boolean, last: string}>} */
function run(args, after) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let last = '', errors = '';
    child.stderr.on('data', bytes => { errors += bytes; });
    child.stdout.on('data', bytes => {
      if (last === '' && after !== null) setTimeout(() => child.kill('SIGKILL'), after);
      last = String(bytes).trim().split('\n').pop();
    });
    child.on('exit', (status, signal) => resolve({ killed: signal === 'SIGKILL', last, status, errors }));
  });
}

test(`${kills} kills at random points of updates leave a whole release`, { timeout: 600_000 }, async t => {
  const folder = await temporaryFolder(t), key = makeKey(), dist = join(folder, 'dist'), server = await serve(dist);
  atEnd(t, () => server.close());
  const files = number => ({
    base: {
      'web/index.html': `<p>${number}</p>`, 'web/number.txt': String(number), 'web/large.bin': randomBytes(300_000),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`web/${index}.txt`, `${index} of ${index % 3 ? number : 0}`])),
    },
    more: { 'web/more.txt': `more ${number}` },
  });
  const root = join(folder, 'store'), args = [root, server.url, Buffer.from(key.bytes).toString('base64')];
  let number = 1, killed = 0, longest = 100;
  const where = {};
  await publish(dist, { sequence: number, packages: files(number), keys: [key] });
  assert.equal((await run(args, null)).last, 'end');
  for (let round = 0; killed < kills; round++) {
    assert.ok(round < kills * 3, 'the process ends before it is killed');
    if (round % 2 === 0) await publish(dist, { sequence: ++number, version: `1.0.${number}`, packages: files(number), keys: [key] });
    const begun = Date.now(), ended = await run(args, Math.random() * longest);
    if (!ended.killed) {
      assert.equal(ended.last, 'end', ended.errors);
      longest = Math.max(60, Math.min(longest, (Date.now() - begun) * 0.8));
    } else {
      killed++;
      where[ended.last] = (where[ended.last] ?? 0) + 1;
      longest = Math.min(longest + 2, 400);
    }
    // What another process finds: no faults, and each file of the shown release of one and the same number.
    const store = new ReleaseStore(new FolderFiles(root));
    assert.deepEqual(await store.verify(), [], `after kill ${killed}`);
    const { current } = await store.state(), release = await store.open(current), shown = Number(await release.text('web/number.txt'));
    assert.ok(shown >= 1 && shown <= number);
    assert.equal(await release.text('web/index.html'), `<p>${shown}</p>`);
    assert.equal(await release.text('web/more.txt'), `more ${shown}`);
    assert.equal((await release.contents('web/large.bin')).length, 300_000);
  }
  // The next one that is left alone ends, over all locks and leftovers.
  const last = await run(args, null);
  assert.equal(last.last, 'end', last.errors);
  const store = new ReleaseStore(new FolderFiles(root)), { current } = await store.state();
  assert.equal(await (await store.open(current)).text('web/number.txt'), String(number));
  assert.deepEqual((await new FolderFiles(root).list('downloads')).filter(name => name.startsWith('.tmp-')), []);
  t.diagnostic(`kills by the step before: ${JSON.stringify(where)}; ${number} releases`);
});
