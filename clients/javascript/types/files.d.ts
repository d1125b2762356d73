/** @param {unknown} error @param {string} file */
export function storeError(error: unknown, file: string): HybridError;
/** A lock among all pages and workers of an origin (Web Locks), or of this thread where there are none. */
export function webLock(scope: any, name: any, waits: any, body: any): Promise<any>;
export function busy(name: string): never;
/**
 * Files in memory: for tests, and for pages without storage.
 *
 * @implements {Files}
 */
export class MemoryFiles implements Files {
    read(name: any, start?: number, end?: number): Promise<any>;
    size(name: any): Promise<any>;
    write(name: any, bytes: any): Promise<void>;
    append(name: any, bytes: any): Promise<void>;
    rename(from: any, to: any): Promise<void>;
    remove(name: any): Promise<void>;
    list(folder: any): Promise<any[]>;
    lock(name: any, waits: any, body: any): Promise<any>;
    #private;
}
export type Files = {
    /**
     * a file's bytes, or a part of them
     */
    read: (name: string, start?: number, end?: number) => Promise<Uint8Array | null>;
    /**
     * in bytes; `null` where there is no such file
     */
    size: (name: string) => Promise<number | null>;
    /**
     * in one step: after a crash the old or the new bytes are there
     */
    write: (name: string, bytes: Uint8Array) => Promise<void>;
    /**
     * behind what is there
     */
    append: (name: string, bytes: Uint8Array) => Promise<void>;
    /**
     * in one step, over what is there
     */
    rename: (from: string, to: string) => Promise<void>;
    remove: (name: string) => Promise<void>;
    /**
     * the names directly inside of a folder
     */
    list: (folder: string) => Promise<string[]>;
    /**
     * runs `body` while nobody else has the lock; throws `busy` where it may not wait
     */
    lock: <T>(name: string, waits: boolean, body: () => Promise<T>) => Promise<T>;
};
import { HybridError } from "./errors.js";
