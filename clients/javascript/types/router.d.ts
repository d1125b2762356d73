/** @typedef {{pattern?: string, urlPattern?: string, page?: string, name?: string}} Route */
/** @typedef {{route: number | null, page: string | null, values: Record<string, string>}} RouteMatch `route`: the index; `null` for a page named by its path */
/** The routes of a site: what a URL leads to. The most specific pattern wins, whatever the order. */
export class Router {
    /**
     * The router of a release.
     *
     * @param {import('./release.js').Release} release
     */
    static of(release: import('./release.js').Release): Promise<Router>;
    /** @param {readonly Route[]} routes @param {{pages?: Iterable<string>, scheme?: string, hosts?: readonly string[]}} [options] */
    constructor(routes: readonly Route[], options?: {
        pages?: Iterable<string>;
        scheme?: string;
        hosts?: readonly string[];
    });
    /**
     * Routes that cannot be asked here: those with regular expressions where there is no `URLPattern`.
     *
     * @type {Route[]}
     */
    unsupported: Route[];
    routes: readonly Route[];
    /**
     * What a URL or a path leads to.
     *
     * @param {string} url
     * @returns {RouteMatch | null}
     */
    match(url: string): RouteMatch | null;
    /**
     * What a link of a page leads to: where the app names no hosts, a URL of the web is another site's, although a deep link of any host is
     * its path.
     *
     * @param {string} url
     * @returns {RouteMatch | null}
     */
    matchLink(url: string): RouteMatch | null;
    #private;
}
/**
 * a way of taking and leaving the optional parts of a pattern
 */
export type Way = {
    route: number;
    hasAuthority: boolean;
    pieces: (string | {
        name: string;
        type: string;
    } | '*' | '**')[];
};
export type Route = {
    pattern?: string;
    urlPattern?: string;
    page?: string;
    name?: string;
};
/**
 * `route`: the index; `null` for a page named by its path
 */
export type RouteMatch = {
    route: number | null;
    page: string | null;
    values: Record<string, string>;
};
