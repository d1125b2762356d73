import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const endings = new WeakMap();

/** Runs something when a test has ended, the last that was begun first. */
export function atEnd(test, body) {
  if (!endings.has(test)) {
    const list = [];
    endings.set(test, list);
    test.after(async () => { for (const end of list.reverse()) await end(); });
  }
  endings.get(test).push(body);
}

/** A folder that goes with its test. */
export async function temporaryFolder(test) {
  const folder = await mkdtemp(join(tmpdir(), 'hybrid-client-'));
  // A browser's processes write for a moment after its driver has ended.
  atEnd(test, () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}
