import { applyPatch } from './patch.js';
import { BasicUpdateClient } from './updating.js';

/** @typedef {import('./updating.js').Trust} Trust */
/** @typedef {import('./updating.js').UpdateSettings} UpdateSettings */
/** @typedef {import('./updating.js').UpdateProgress} UpdateProgress */
/** @typedef {import('./updating.js').UpdateResult} UpdateResult */
/** @typedef {import('./updating.js').AvailableUpdate} AvailableUpdate */
/** @typedef {import('./updating.js').UpdateCheck} UpdateCheck */

/** Asks for updates and installs them into a store, by patches too. */
export class UpdateClient extends BasicUpdateClient {
  /** @param {import('./store.js').ReleaseStore} store @param {import('./transport.js').Transport} transport @param {UpdateSettings} settings */
  constructor(store, transport, settings) { super(store, transport, { applyPatch, ...settings }); }
}
