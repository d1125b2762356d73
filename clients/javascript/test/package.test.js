// The tarball of `npm pack`, installed without a network into an empty project.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { isInstalled } from './support/chromium.js';
import { temporaryFolder } from './support/folder.js';

const source = new URL('..', import.meta.url).pathname;

test('the tarball installs into an empty project and works there', { skip: isInstalled('npm') ? false : 'npm is not installed' }, async t => {
  const folder = await temporaryFolder(t), project = join(folder, 'project');
  const npm = (args, cwd) => execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, encoding: 'utf8', env: { ...process.env, npm_config_cache: join(folder, 'cache') } });
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], source));
  const files = packed.files.map(file => file.path);
  assert.ok(files.includes('src/index.js') && files.includes('minified/worker.js') && files.includes('types/index.d.ts') && files.includes('README.md'));
  assert.deepEqual(files.filter(path => !/^(?:(?:src|minified)\/[a-z0-9]+\.js|types\/[a-z0-9]+\.d\.ts|README\.md|package\.json)$/.test(path)), []);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"name":"project","private":true,"type":"module"}');
  npm(['install', join(folder, packed.filename)], project);
  assert.deepEqual((await readdir(join(project, 'node_modules'))).filter(name => name[0] !== '.'), ['hybrid-client']);
  await writeFile(join(project, 'main.js'), `
    import * as client from 'hybrid-client';
    import { FolderFiles } from 'hybrid-client/node';
    import { startWorker } from 'hybrid-client/worker';
    import { connect } from 'hybrid-client/page';
    import * as serving from 'hybrid-client/serving';
    import * as minified from 'hybrid-client/minified/worker';
    const store = new client.ReleaseStore(new FolderFiles('store'));
    console.log(await store.launch(), typeof startWorker, typeof connect, typeof serving.startWorker, typeof minified.startWorker, client.timestamp('2027-01-31'));
    await import('hybrid-client/src/bytes.js').catch(error => console.log(error.code));`);
  assert.equal(execFileSync(process.execPath, ['main.js'], { cwd: project, encoding: 'utf8' }), 'null function function function function 1801353600\nERR_PACKAGE_PATH_NOT_EXPORTED\n');
});

test('every module has declared types, and nothing but the package’s own files is imported', async () => {
  const modules = (await readdir(join(source, 'src'))).map(name => name.replace(/\.js$/, '')), types = await readdir(join(source, 'types'));
  assert.deepEqual(types.map(name => name.replace(/\.d\.ts$/, '')).sort(), modules.sort());
  for (const name of modules) {
    const text = await readFile(join(source, `src/${name}.js`), 'utf8'), declared = await readFile(join(source, `types/${name}.d.ts`), 'utf8');
    const exported = [...text.matchAll(/^export (?:async )?(?:function|class|const) ([\w$]+)|^export \{ (.+) \}/gm)].flatMap(([, one, list]) => (one ? [one] : list.split(', ')));
    for (const one of exported) assert.match(declared, new RegExp(`export [^;=]*\\b${one.replace(/^.* as /, '')}\\b`), `types/${name}.d.ts: ${one}`);
    for (const [, from] of text.matchAll(/^(?:import|export) .* from '([^']+)';$/gm)) assert.match(from, ['node', 'vite'].includes(name) ? /^(?:\.\/[a-z0-9]+\.js|node:[a-z_/]+)$/ : /^\.\/[a-z0-9]+\.js$/, `${name}: ${from}`);
  }
});
