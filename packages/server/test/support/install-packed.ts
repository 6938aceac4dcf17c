import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The version that packages have that are packed for a test. */
export const packedVersion = '999.0.0';

/** Packs our packages as a release would, and installs those of these names in an empty folder. Returns what it printed. */
export const installPacked = async (folder: string, names: readonly string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, ['release/run.ts', packedVersion, '--dry-run'], {
    cwd: root,
  });
  const tarballs = names.map((name) => join(root, '.packages', `patchbay-${name}-${packedVersion}.tgz`));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...flags, ...tarballs], { cwd: folder, maxBuffer: 2 ** 24 });
  return stdout;
};
