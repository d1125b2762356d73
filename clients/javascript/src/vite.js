// A plugin for Vite: packs what it built into a release, and shows that release in `vite preview`.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { UpdateClient } from './client.js';
import { WebContent } from './content.js';
import { MemoryFiles } from './files.js';
import { folderTransport } from './node.js';
import { ReleaseStore } from './store.js';

/**
 * @typedef {object} HybridPluginOptions
 * @property {string} [outDir] the release's folder, relative to Vite's root: `release`
 * @property {readonly string[]} [arguments] more of `hybrid build`, such as `['--sign-key', 'release.pem']`
 * @property {string} [program] the tool: `hybrid`
 */

/** @param {string} program @param {readonly string[]} args @param {string} cwd @returns {Promise<void>} */
const run = (program, args, cwd) => new Promise((resolve, reject) => {
  const child = spawn(program, args, { cwd, stdio: 'inherit' });
  child.on('error', error => reject(new Error(`${program} cannot be run: ${error.message}`)));
  child.on('exit', (status, signal) => (status === 0 ? resolve() : reject(new Error(`${program} build ended with ${signal ?? `status ${status}`}`))));
});

/**
 * The plugin: `plugins: [hybrid()]`.
 *
 * @param {HybridPluginOptions} [options]
 */
export function hybrid(options = {}) {
  const { outDir = 'release', program = 'hybrid' } = options;
  /** @type {any} */
  let config;
  let hasFailed = false;
  return {
    name: 'hybrid',
    /** @param {any} resolved */
    configResolved(resolved) { config = resolved; },
    /** Watching builds again after a failure. */
    buildStart() { hasFailed = false; },
    /** @param {Error} [error] */
    buildEnd(error) { if (error) hasFailed = true; },
    renderError() { hasFailed = true; },
    /** Rollup closes a bundle that failed too; nothing is packed then, nor what only a server needs. */
    closeBundle: {
      sequential: true,
      order: /** @type {'post'} */ ('post'),
      async handler() {
        if (hasFailed || config.command !== 'build' || config.build.ssr) return;
        await run(program, ['build', resolve(config.root, config.build.outDir), '-o', resolve(config.root, outDir), ...options.arguments ?? []], config.root);
      },
    },
    /**
     * `vite preview` answers from the release, as a web view does; what it does not have is Vite's.
     *
     * @param {any} server
     */
    async configurePreviewServer(server) {
      const store = new ReleaseStore(new MemoryFiles());
      const client = new UpdateClient(store, folderTransport(resolve(config.root, outDir)), { trust: 'server' }), found = await client.check();
      if (found.status !== 'available') throw new Error(`${outDir} has no release that can be shown: ${found.status}`);
      await client.install(found.update);
      const release = await store.launch();
      if (!release) throw new Error(`${outDir} has no release`);
      const content = await WebContent.of(release, { base: config.base });
      server.middlewares.use(async (request, response, next) => {
        try {
          const asked = { method: request.method, url: request.url, headers: request.headers };
          if (!content.has(asked)) return next();
          const answer = await content.response(asked);
          response.writeHead(answer.status, answer.headers).end(answer.body ?? undefined);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
