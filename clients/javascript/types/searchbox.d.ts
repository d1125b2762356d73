/**
 * The pages that answer a question, the best first.
 *
 * @param {string} text
 * @param {import('./search.js').SearchOptions} [options]
 */
export function search(text: string, options?: import("./search.js").SearchOptions): Promise<import("./search.js").SearchHit[]>;
