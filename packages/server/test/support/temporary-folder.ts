import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ending } from './ending.ts';

/** An empty folder that is removed after the test. */
export const temporaryFolder = async (test: Ending): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'));
  test.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};
