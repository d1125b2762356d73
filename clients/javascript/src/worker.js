// The service worker with everything: patches, and first screens.
import { applyPatch } from './patch.js';
import * as pictures from './pictures.js';
import { withFirstScreen } from './screens.js';
import * as serving from './serving.js';

/** @typedef {import('./serving.js').WorkerOptions} WorkerOptions */

/**
 * Makes the running service worker serve releases. Call it while the worker's script is evaluated.
 *
 * @param {WorkerOptions} options
 * @param {any} [scope] the worker's global scope
 */
export const startWorker = (options, scope = globalThis) => serving.startWorker({ applyPatch, withFirstScreen, pictures, ...options }, scope);

export { ReleaseWorker } from './serving.js';
