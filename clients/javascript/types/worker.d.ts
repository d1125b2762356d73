/** @typedef {import('./serving.js').WorkerOptions} WorkerOptions */
/**
 * Makes the running service worker serve releases. Call it while the worker's script is evaluated.
 *
 * @param {WorkerOptions} options
 * @param {any} [scope] the worker's global scope
 */
export function startWorker(options: WorkerOptions, scope?: any): import("./serving.js").ReleaseWorker;
export { ReleaseWorker } from "./serving.js";
export type WorkerOptions = import('./serving.js').WorkerOptions;
