import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder that is removed after the test. */
export const temporaryFolder = async (test: { after(fn: () => Promise<void>): void }): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'));
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};
