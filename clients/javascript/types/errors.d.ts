/**
 * @param {string} code @param {string | number} [expected] @param {string | number} [found] @param {{file?: string, entry?: string}} [where]
 * @returns {never}
 */
export function refuse(code: string, expected?: string | number, found?: string | number, where?: {
    file?: string;
    entry?: string;
}): never;
/**
 * What `body` gives; its errors name the file.
 *
 * @template T @param {string} file @param {() => T | Promise<T>} body @returns {Promise<T>}
 */
export function inFile<T>(file: string, body: () => T | Promise<T>): Promise<T>;
/**
 * Why a release, a file or an update was refused.
 *
 * `code` is stable, for programs: the rule of a manifest (`hash`, `signature`, `rollback` …), `archive.` and the rule of
 * archives (`archive.overlap`), `transport.` and what a request ran into (`transport.refused`), `store`, `busy`, `noSuchEntry`
 * or `cancelled`.
 */
export class HybridError extends Error {
    /**
     * @param {string} code
     * @param {{file?: string, entry?: string, expected?: string | number, found?: string | number}} [details]
     */
    constructor(code: string, details?: {
        file?: string;
        entry?: string;
        expected?: string | number;
        found?: string | number;
    });
    code: string;
    file: string;
    entry: string;
    expected: string | number;
    found: string | number;
    /** Whether another try may help. */
    get isTransient(): boolean;
    /**
     * The same error with its file named.
     *
     * @param {string} file
     */
    inFile(file: string): HybridError;
}
