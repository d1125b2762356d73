/**
 * The words of a text with their places.
 *
 * @param {string} text
 * @param {boolean} [isQuery] the last character of a run without spaces makes a term only where it is the whole run
 * @returns {{term: string, start: number, end: number}[]}
 */
export function words(text: string, isQuery?: boolean): {
    term: string;
    start: number;
    end: number;
}[];
/**
 * The pages of a release that answer a question, the best first: offline, from the release's own index.
 *
 * @param {import('./release.js').Release} release
 * @param {string} text the question as it is typed: the last word may be the beginning of one
 * @param {SearchOptions} [options]
 * @returns {Promise<SearchHit[]>} nothing where the release has no index
 */
export function search(release: import("./release.js").Release, text: string, options?: SearchOptions): Promise<SearchHit[]>;
/** `search.index`, read in place; what breaks the format is refused. */
export class SearchIndex {
    /** @param {Uint8Array} bytes */
    constructor(bytes: Uint8Array);
    count: number;
    termCount: number;
    /** The size of `search.json`. */
    recordsSize: number;
    /**
     * The documents that answer a question, the best first.
     *
     * @param {Query} query
     * @param {SearchOptions} options
     * @returns {{score: number, start: number, end: number}[]}
     */
    matches(query: Query, { language, limit }: SearchOptions): {
        score: number;
        start: number;
        end: number;
    }[];
    #private;
}
/** An index with what reads the records that it names. */
export class Searcher {
    /**
     * @param {Uint8Array} index `search.index`
     * @param {(start: number, end: number) => Promise<Uint8Array>} read a part of `search.json`
     */
    constructor(index: Uint8Array, read: (start: number, end: number) => Promise<Uint8Array>);
    /**
     * The pages that answer a question, the best first: those with all of its words, or where there is none, those with any.
     *
     * @param {string} text the question as it is typed
     * @param {SearchOptions} [options]
     * @returns {Promise<SearchHit[]>}
     */
    search(text: string, options?: SearchOptions): Promise<SearchHit[]>;
    #private;
}
/**
 * `highlights`: the places of the question's words, from and up to offsets of UTF-16
 */
export type SearchHit = {
    path: string;
    route: string;
    title: string;
    titleHighlights: [number, number][];
    excerpt: string;
    highlights: [number, number][];
    language?: string;
    image?: string;
    score: number;
};
/**
 * `language`: only pages in it, with any region; `de-CH` finds `de` where no page is in `de-CH`
 */
export type SearchOptions = {
    language?: string;
    limit?: number;
};
/** What a reader looks for: the last word may be the beginning of one. */
declare class Query {
    constructor(text: string);
    terms: string[];
    prefix: string | null;
    /** Which of the question's words a term is; -1 for none. */
    number(term: string): number;
}
export {};
