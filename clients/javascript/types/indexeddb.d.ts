/**
 * Files in IndexedDB, which every browser has in pages and workers. A file is an entry with a number, and pieces under that
 * number, so that downloads grow and files are renamed without being copied; each change is one transaction.
 *
 * @implements {Files}
 */
export class IndexedDBFiles implements Files {
    /** @param {string} [name] of the database */
    constructor(name?: string);
    read(name: any, start?: number, end?: number): Promise<any>;
    size(name: any): Promise<any>;
    write(name: any, bytes: any): Promise<any>;
    append(name: any, bytes: any): Promise<any>;
    rename(from: any, to: any): Promise<any>;
    remove(name: any): Promise<any>;
    list(folder: any): Promise<any>;
    lock(name: any, waits: any, body: any): Promise<any>;
    #private;
}
export type Files = import('./files.js').Files;
