import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Ending } from '../../../server/test/support/ending.ts';

/** A folder with these files, removed after the test. */
export const makeFolder = async (
  test: Ending,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-project-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
};

export const writeFiles = async (
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};
