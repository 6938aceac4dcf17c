import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Each step is a file whose name begins with its number. */
const migrations = 'packages/server/src/store/migrations/0*';
/** What an archive of the sources may take. */
const archiveBytesMax = 2 ** 28;

/**
 * The server as it was before the last migration: the module that starts it, in a folder of its own with the libraries
 * of today. Undefined where the history of this repository is not at hand.
 */
export const extractEarlierVersion = async (
  t: Parameters<typeof temporaryFolder>[0],
): Promise<string | undefined> => {
  const commit = await findCommitBeforeLastMigration();
  if (commit === undefined) return undefined;
  const folder = await temporaryFolder(t);
  const { stdout } = await exec('git', ['-C', root, 'archive', commit], {
    encoding: 'buffer',
    maxBuffer: archiveBytesMax,
  });
  const archive = join(folder, 'sources.tar');
  await writeFile(archive, stdout);
  await exec('tar', ['-xf', archive, '-C', folder]);
  await copyLibraries(folder);
  for (const script of ['packages/web/scripts/build.ts', 'packages/server/scripts/build.ts'])
    await exec(process.execPath, [join(folder, script)]);
  return join(folder, 'packages/server/src/patchbay-server.ts');
};

const findCommitBeforeLastMigration = async (): Promise<string | undefined> => {
  // Along the first parents: what was merged at once was never run in part.
  const log = ['log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '-1', '--', migrations];
  try {
    const added = (await exec('git', ['-C', root, ...log])).stdout.trim();
    return (await exec('git', ['-C', root, 'rev-parse', '--verify', `${added}^`])).stdout.trim();
  } catch {
    return undefined;
  }
};

/** Files, not links to their folders: a reader of packages can only open what lies below its own sources. */
const copyLibraries = async (folder: string): Promise<void> => {
  for (const path of ['node_modules', 'packages/server/node_modules']) {
    const [from, to] = [join(root, path), join(folder, path)];
    // As further names of the same files, unless the folder is on another disk.
    await exec('cp', ['-al', from, to]).catch(async () => {
      await rm(to, { recursive: true, force: true });
      await exec('cp', ['-a', from, to]);
    });
  }
};
