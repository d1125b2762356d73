// The plugin's hooks, called as Vite's and Rollup's documentation says that they are. Vite itself is not run: no registry of
// npm packages is at hand where these tests run.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { hybrid } from '../src/vite.js';
import { publish } from './support/publish.js';
import { atEnd, temporaryFolder } from './support/folder.js';

async function setUp(t, options = {}, config = {}) {
  const root = await temporaryFolder(t), program = join(root, 'tool.sh');
  // Stands for the tool: notes its arguments.
  await writeFile(program, '#!/bin/sh\necho "$@" > arguments.txt\nexit ${HYBRID_TEST_STATUS:-0}\n');
  await chmod(program, 0o755);
  const plugin = hybrid({ program, ...options });
  plugin.configResolved({ root, base: '/', command: 'build', build: { outDir: 'dist', ssr: false }, ...config });
  return { root, plugin, ran: () => readFile(join(root, 'arguments.txt'), 'utf8').catch(() => null) };
}

test('a build is packed when its bundle is closed', async t => {
  const { root, plugin, ran } = await setUp(t, { arguments: ['--sequence', '7'] });
  plugin.buildStart();
  plugin.buildEnd();
  await plugin.closeBundle.handler();
  assert.equal(await ran(), `build ${root}/dist -o ${root}/release --sequence 7\n`);
});

test('failed builds, server builds and the development server are not packed', async t => {
  for (const [config, error] of [[{}, new Error('a mistake')], [{ build: { outDir: 'dist', ssr: true } }], [{ command: 'serve' }]]) {
    const { plugin, ran } = await setUp(t, {}, config);
    plugin.buildStart();
    plugin.buildEnd(error);
    await plugin.closeBundle.handler();
    assert.equal(await ran(), null);
    if (!error) continue;
    plugin.buildStart();
    plugin.renderError();
    await plugin.closeBundle.handler();
    assert.equal(await ran(), null);
    plugin.buildStart();
    await plugin.closeBundle.handler();
    assert.notEqual(await ran(), null, 'the next build of a watch');
  }
});

test('a tool that fails or is missing fails the build', async t => {
  const { plugin, root } = await setUp(t);
  await writeFile(join(root, 'tool.sh'), '#!/bin/sh\nexit 65\n');
  await assert.rejects(plugin.closeBundle.handler(), /status 65/);
  const missing = await setUp(t, { program: '/none/hybrid' });
  await assert.rejects(missing.plugin.closeBundle.handler(), /cannot be run/);
});

test('the preview answers from the release, and leaves the rest to Vite', async t => {
  const { plugin, root } = await setUp(t, {}, { base: '/app/' });
  await assert.rejects(plugin.configurePreviewServer({}), { code: 'transport.refused' });
  await mkdir(join(root, 'release'));
  await publish(join(root, 'release'), { packages: { base: { 'web/index.html': 'home', 'web/a.css': 'a' } } });
  const used = [], http = createServer((request, response) => used[0](request, response, error => response.writeHead(error ? 500 : 404).end('vite')));
  await plugin.configurePreviewServer({ middlewares: { use: handler => used.push(handler) } });
  await new Promise(resolve => { http.listen(0, '127.0.0.1', resolve); });
  atEnd(t, () => { http.closeAllConnections?.(); http.close(); });
  const get = async path => { const answer = await fetch(`http://127.0.0.1:${http.address().port}${path}`); return [answer.status, await answer.text()]; };
  assert.deepEqual(await get('/app/'), [200, 'home']);
  assert.deepEqual(await get('/app/a.css'), [200, 'a']);
  assert.deepEqual(await get('/app/none.js'), [404, 'vite']);
});
