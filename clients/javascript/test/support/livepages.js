// What the tool's preview makes of Token pages: the views of the Swift `LivePage`.
import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archive } from '../../src/archive.js';
import { Views } from './views.js';

/** What a test compares of views. */
export const seen = views => views.all.map(({ component, depth, properties, text, frame }) => ({ component, depth, properties: { ...properties }, text, frame }));

/** The view that a step is for. */
export const targetOf = (views, at) => views.all.filter(view => (at.id ? view.properties.id === at.id : view.component === at.component))[at.number ?? 0];

/**
 * Builds a site for one viewport, shows its pages live, and hands in data and events.
 *
 * @param {string} program the tool
 * @param {string} site a folder
 * @param {{name: string, page?: string, data: any, steps: any[]}[]} cases `page`: `index.html` without it
 */
export async function livePages(program, site, cases) {
  const scratch = await mkdtemp(join(tmpdir(), 'hybrid-live-'));
  let preview;
  try {
    await cp(site, join(scratch, 'site'), { recursive: true });
    for (const name of await readdir(join(scratch, 'site'))) if (/^sample.*\.json$/.test(name)) await rm(join(scratch, 'site', name));
    const file = join(scratch, 'site/hybrid.json'), configuration = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    await writeFile(file, JSON.stringify({ ...configuration, viewports: [{ width: 390, height: 844, scale: 3 }] }));
    execFileSync(program, ['build', 'site', '-o', 'dist', '--no-cache'], { cwd: scratch, stdio: 'ignore' });
    const { packages, viewports: [viewport] } = JSON.parse(await readFile(join(scratch, 'dist/manifest.json'), 'utf8')), entries = {};
    for (const { url } of packages) {
      const archive = await Archive.open(new Uint8Array(await readFile(join(scratch, 'dist', url))));
      for (const { name } of archive.entries) if (/\.(?:page|layout)$/.test(name)) entries[name] = Buffer.from(await archive.contents(name)).toString('base64');
    }
    preview = spawn(program, ['preview', 'dist', '--port', '0'], { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'] });
    const address = await new Promise((resolve, reject) => {
      let output = '';
      for (const stream of [preview.stdout, preview.stderr]) {
        stream.on('data', bytes => {
          output += bytes;
          const found = /preview at (http:\S+)/.exec(output);
          if (found) resolve(found[1]);
        });
      }
      preview.on('exit', () => reject(new Error(output)));
    });
    const post = async (path, body) => {
      const answer = await fetch(new URL(path, address), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
      const value = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
      return value;
    };
    const results = [];
    for (const { name, page = 'index.html', data, steps } of cases) {
      const views = new Views(), opened = await post('/views', { page, device: viewport.name, data }), answers = [];
      const take = ({ commands, calls }) => {
        views.apply(commands);
        answers.push({ calls: (calls ?? []).map(call => ({ function: call.function, arguments: call.arguments })), views: seen(views) });
      };
      take(opened);
      for (const { at, ...step } of steps) {
        if (step.data) take(await post(`/views/${opened.id}`, { data: step.data }));
        else {
          const target = targetOf(views, at);
          if (!target) throw new Error(`${name}: nothing is at ${JSON.stringify(at)}`);
          take(await post(`/views/${opened.id}`, { events: [{ ...step, node: target.node }] }));
        }
      }
      results.push({ name, ...(page !== 'index.html' && { page }), data, steps, answers });
    }
    const { name, width, height, scale } = viewport;
    return { viewport: { name, width, height, scale }, entries, cases: results };
  } finally {
    preview?.kill();
    await rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
