import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gt, valid } from 'semver';
import type { Manifest } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import type { Edits } from './stage-packages.ts';

interface LockFile {
  version: string;
  readonly packages: Readonly<Record<string, Partial<Manifest> & { link?: boolean }>>;
}

/**
 * The files that a release of `version` changes: the number in every package.json and in the lock file, and the
 * heading of the changelog. Throws ReleaseError.
 */
export const planRelease = async (root: string, version: string, date: string): Promise<Edits> => {
  const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
  const workspaces = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}`);
  const manifests = await Promise.all(
    ['', ...workspaces].map(async (folder): Promise<[string, Manifest]> => {
      const path = join(folder, 'package.json');
      return [path, JSON.parse(await read(path)) as Manifest];
    }),
  );
  const current = manifests[0]?.[1].version ?? '';
  requireVersion(version, current);
  const names = new Set(manifests.map(([, { name }]) => name));
  const withVersion = <Part extends Partial<Manifest>>(manifest: Part): Part => ({
    ...manifest,
    version,
    ...(manifest.dependencies && { dependencies: atVersion(manifest.dependencies, names, version) }),
    ...(manifest.devDependencies && { devDependencies: atVersion(manifest.devDependencies, names, version) }),
  });
  const lock = JSON.parse(await read('package-lock.json')) as LockFile;
  const locked = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    path === '' || workspaces.includes(path) ? withVersion(entry) : entry,
  ]);
  return new Map([
    ...manifests.map(([path, manifest]): [string, string] => [path, write(withVersion(manifest))]),
    ['package-lock.json', write({ ...lock, version, packages: Object.fromEntries(locked) })],
    ['CHANGELOG.md', closeUnreleased(await read('CHANGELOG.md'), version, date)],
  ]);
};

const requireVersion = (version: string, current: string): void => {
  if (valid(version) !== version) {
    throw new ReleaseError(`"${version}" is not a version. Give one such as 1.2.3.`);
  }
  // The first release has the number that the workspaces have from the beginning.
  if (version !== current && !gt(version, current)) {
    throw new ReleaseError(`${version} is below ${current}. Give a higher one.`);
  }
};

const atVersion = (
  dependencies: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
  version: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, wanted]) => [name, names.has(name) ? version : wanted]),
  );

const heading = /^## \[Unreleased\].*$/m;

/** Gives what is unreleased the number and the date, and begins anew. */
const closeUnreleased = (changelog: string, version: string, date: string): string => {
  const found = heading.exec(changelog);
  if (found === null) throw new ReleaseError('CHANGELOG.md has no heading "## [Unreleased]". Add it.');
  if (changelog.includes(`\n## [${version}]`)) {
    throw new ReleaseError(`CHANGELOG.md has ${version} already. Give a higher version.`);
  }
  const rest = changelog.slice(found.index + found[0].length);
  const section = rest.split(/^## /m)[0] ?? '';
  if (!/^- /m.test(section)) {
    throw new ReleaseError('CHANGELOG.md has no entries under "Unreleased". Add what users notice.');
  }
  return `${changelog.slice(0, found.index)}## [Unreleased]\n\n## [${version}] – ${date}${rest}`;
};

const write = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
