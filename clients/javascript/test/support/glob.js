import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a name in folders of some names, directly in a folder or one folder below. */
export function globSync(root, folders, name) {
  const roots = [root, ...readdirSync(root).map(one => join(root, one))];
  return folders.flatMap(folder => roots.map(one => join(one, folder, name))).filter(path => existsSync(path));
}
