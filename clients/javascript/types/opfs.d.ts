export function hasOPFS(): boolean;
/**
 * Files in the Origin Private File System. A file is written beside its place and takes its name when it is whole.
 *
 * @implements {Files}
 */
export class OPFSFiles implements Files {
    /** @param {string} [name] of the folder */
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
