/** `npm run release -- <version> [--dry-run]`: docs/releasing.md says what it does and what is left to do. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type Tarball, packPackages } from './pack-packages.ts';
import { planRelease } from './plan-release.ts';
import { ReleaseError } from './release-error.ts';

const exec = promisify(execFile);
const root = process.cwd();
const out = join(root, '.packages');

const git = async (...args: readonly string[]): Promise<string> =>
  (await exec('git', args, { cwd: root })).stdout.trimEnd();

const readArguments = (): { version: string; isDry: boolean } => {
  const usage = 'npm run release -- <version> [--dry-run]';
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    });
    const [version, ...more] = positionals;
    if (version === undefined || more.length > 0) throw new ReleaseError(`Usage: ${usage}`);
    return { version, isDry: values['dry-run'] };
  } catch (error) {
    throw error instanceof ReleaseError
      ? error
      : new ReleaseError(`${(error as Error).message}. Usage: ${usage}`);
  }
};

const describe = ({ name, version, filename, size, entryCount }: Tarball): string =>
  `${name}@${version}  ${join('.packages', filename)}  ${entryCount} files, ${Math.ceil(size / 1_000)} kB\n`;

const release = async (version: string, isDry: boolean): Promise<void> => {
  const changed = await git('status', '--porcelain');
  const unclean = `The tree has uncommitted changes:\n${changed}`;
  if (changed !== '' && !isDry) throw new ReleaseError(`${unclean}\nCommit or stash them first.`);
  if ((await git('tag', '--list', `v${version}`)) !== '') {
    throw new ReleaseError(`There is a tag v${version} already. Give a higher version.`);
  }
  const edits = await planRelease(root, version, new Date().toISOString().slice(0, 10));
  const tarballs = await packPackages(root, out, edits);
  process.stdout.write(`${isDry ? 'Would publish' : 'Packed'}:\n${tarballs.map(describe).join('')}`);
  if (isDry) {
    process.stdout.write(`Would write ${[...edits.keys()].join(', ')}.\n`);
    if (changed !== '') process.stdout.write(`${unclean}\nA release refuses until they are committed.\n`);
    return;
  }
  for (const [path, text] of edits) await writeFile(join(root, path), text);
  const publish = tarballs.map(({ filename }) => `npm publish ${join('.packages', filename)}`);
  process.stdout.write(
    ['Next:', `git commit --all --message 'Release ${version}'`, `git tag v${version}`, ...publish, ''].join(
      '\n',
    ),
  );
};

try {
  const { version, isDry } = readArguments();
  await release(version, isDry);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}
