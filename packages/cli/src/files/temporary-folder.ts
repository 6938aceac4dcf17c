import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Those that are there. */
const folders = new Set<string>();

/** An empty folder that is removed with its user, or with the process if a signal ends it. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'patchbay-'));
  folders.add(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      folders.delete(path);
    },
  };
};

/** What a signal leaves no time for. */
export const removeTemporaryFolders = (): void => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
};
