export type Trust = import('./updating.js').Trust;
export type UpdateSettings = import('./updating.js').UpdateSettings;
export type UpdateProgress = import('./updating.js').UpdateProgress;
export type UpdateResult = import('./updating.js').UpdateResult;
export type AvailableUpdate = import('./updating.js').AvailableUpdate;
export type UpdateCheck = import('./updating.js').UpdateCheck;
/** Asks for updates and installs them into a store, by patches too. */
export class UpdateClient extends BasicUpdateClient {
    /** @param {import('./store.js').ReleaseStore} store @param {import('./transport.js').Transport} transport @param {UpdateSettings} settings */
    constructor(store: import('./store.js').ReleaseStore, transport: import('./transport.js').Transport, settings: UpdateSettings);
}
import { BasicUpdateClient } from "./updating.js";
