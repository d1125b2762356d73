/**
 * Makes the entries of a package that the old one does not have as they are, and the new index.
 *
 * @param {{patch: ByteSource, oldIndex: import('./manifest.js').IndexEntry[], source: string,
 *   package: import('./manifest.js').Package, store: Pick<import('./store.js').ReleaseStore, 'object' | 'addObject'>}} options
 *   `source`: the hash of the old index's file
 * @returns {Promise<Uint8Array>} the package's index, whose hash is the one that the manifest names
 */
export function applyPatch({ patch, oldIndex, source, package: wanted, store }: {
    patch: ByteSource;
    oldIndex: import('./manifest.js').IndexEntry[];
    source: string;
    package: import('./manifest.js').Package;
    store: Pick<import('./store.js').ReleaseStore, 'object' | 'addObject'>;
}): Promise<Uint8Array>;
export type ByteSource = import('./archive.js').ByteSource;
