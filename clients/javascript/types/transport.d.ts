/**
 * @typedef {object} Transport fetches a release's files; needs no retries and no checks, which the client does
 * @property {(path: string, request: TransportRequest) => Promise<void>} fetch
 */
/**
 * @typedef {object} TransportRequest
 * @property {number} [start] the first byte wanted; a server that cannot may send the whole file
 * @property {number} [end] the byte after the last one wanted
 * @property {boolean} [isFresh] whether a cached answer must not be used
 * @property {AbortSignal} [signal]
 * @property {(response: {offset: number, length?: number}) => void | Promise<void>} onResponse called once, before any bytes
 * @property {(bytes: Uint8Array) => void | Promise<void>} onBytes takes the pieces in order; when it throws, the transfer is given up
 */
/**
 * Fetches over HTTP.
 *
 * @param {string | URL} base the address of the folder with `latest.json`
 * @param {{fetch?: typeof fetch, timeout?: number, headers?: Record<string, string>}} [options] `timeout`: seconds in which
 *   no head, or no byte of the body, came
 * @returns {Transport}
 */
export function fetchTransport(base: string | URL, options?: {
    fetch?: typeof fetch;
    timeout?: number;
    headers?: Record<string, string>;
}): Transport;
/**
 * fetches a release's files; needs no retries and no checks, which the client does
 */
export type Transport = {
    fetch: (path: string, request: TransportRequest) => Promise<void>;
};
export type TransportRequest = {
    /**
     * the first byte wanted; a server that cannot may send the whole file
     */
    start?: number;
    /**
     * the byte after the last one wanted
     */
    end?: number;
    /**
     * whether a cached answer must not be used
     */
    isFresh?: boolean;
    signal?: AbortSignal;
    /**
     * called once, before any bytes
     */
    onResponse: (response: {
        offset: number;
        length?: number;
    }) => void | Promise<void>;
    /**
     * takes the pieces in order; when it throws, the transfer is given up
     */
    onBytes: (bytes: Uint8Array) => void | Promise<void>;
};
