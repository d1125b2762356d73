import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that goes with its test. */
export async function temporaryFolder(test) {
  const folder = await mkdtemp(join(tmpdir(), 'hybrid-client-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
