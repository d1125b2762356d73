/** The bytes that `Range` asks for; `null` for what is not one range of bytes, an empty range where none of it is there. */
export function byteRange(text: any, size: any): any[];
/** @typedef {{method?: string, url: string, headers?: Headers | Record<string, string>}} ContentRequest */
/** @typedef {{status: number, headers: Record<string, string>, body: Uint8Array | null, path?: string}} ContentResponse `path`: of the file in the site */
/** Answers requests for a release's files and pages. */
export class WebContent {
    /**
     * @param {import('./release.js').Release} release
     * @param {{base?: string, origin?: string, redirections?: boolean}} [options] `redirections`: whether whoever asks follows
     *   answers with 301; without, a small page leads on
     */
    static of(release: import('./release.js').Release, options?: {
        base?: string;
        origin?: string;
        redirections?: boolean;
    }): Promise<WebContent>;
    /** @private */
    private constructor();
    /** @type {import('./release.js').Release} */
    release: import('./release.js').Release;
    /**
     * The path prefix that the pages' own absolute references carry.
     *
     * @type {string}
     */
    base: string;
    /** @type {string | undefined} */
    origin: string | undefined;
    hasRedirections: any;
    /**
     * Whether the release has something at a URL.
     *
     * @param {ContentRequest} request
     */
    has(request: ContentRequest): boolean;
    /**
     * The answer to a request.
     *
     * @param {ContentRequest} request
     * @returns {Promise<ContentResponse>}
     */
    response(request: ContentRequest): Promise<ContentResponse>;
    #private;
}
export type ContentRequest = {
    method?: string;
    url: string;
    headers?: Headers | Record<string, string>;
};
/**
 * `path`: of the file in the site
 */
export type ContentResponse = {
    status: number;
    headers: Record<string, string>;
    body: Uint8Array | null;
    path?: string;
};
