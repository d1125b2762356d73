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
  constructor(code, details = {}) {
    const { file, entry, expected, found } = details;
    super((file ? `${file}: ` : '') + code + (entry ? ` in ${entry}` : '')
      + (expected === undefined ? '' : `: expected ${expected}`)
      + (found === undefined ? '' : `${expected === undefined ? ':' : ','} found ${found}`));
    this.name = 'HybridError';
    this.code = code;
    this.file = file;
    this.entry = entry;
    this.expected = expected;
    this.found = found;
  }

  /** Whether another try may help. */
  get isTransient() { return this.code === 'transport.connection' || this.code === 'transport.unavailable'; }

  /**
   * The same error with its file named.
   *
   * @param {string} file
   */
  inFile(file) {
    return this.file ? this : new HybridError(this.code, { file, entry: this.entry, expected: this.expected, found: this.found });
  }
}

/**
 * @param {string} code @param {string | number} [expected] @param {string | number} [found] @param {{file?: string, entry?: string}} [where]
 * @returns {never}
 */
export function refuse(code, expected, found, where) { throw new HybridError(code, { ...where, expected, found }); }

/**
 * What `body` gives; its errors name the file.
 *
 * @template T @param {string} file @param {() => T | Promise<T>} body @returns {Promise<T>}
 */
export async function inFile(file, body) {
  try {
    return await body();
  } catch (error) {
    throw error instanceof HybridError ? error.inFile(file) : error;
  }
}
