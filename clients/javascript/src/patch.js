// Patches of packages: the only module that knows their format (docs/format.md, “Patches”).
import { refuse } from './errors.js';

/** Whether patches of today's releases can be applied. */
export const canPatch = false;

/**
 * Makes the entries of a package from those of an installed one.
 *
 * UNIMPLEMENTED: today's patches (`HYBPATCH`, 1); packages come by their entries instead.
 *
 * @param {{patch: import('./archive.js').ByteSource, oldIndex: import('./manifest.js').IndexEntry[], source: string,
 *   package: import('./manifest.js').Package, store: import('./store.js').ReleaseStore}} options
 * @returns {Promise<Uint8Array>} the package's index
 */
export async function applyPatch({ package: { name } }) {
  return refuse('patch', { entry: name, found: 'a format that is not supported' });
}
