import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveLimits } from '../../src/archive/archive-limits.ts';
import type { ArchiveRule } from '../../src/archive/archive-rules.ts';

/** The default export of each `fixtures/packages/<what is wrong with it>/build.ts`. */
export interface PackageFixture {
  /** The rule the archive breaks; absent from a fixture whose archive is safe. */
  breaks?: ArchiveRule;
  /** In place of the defaults, where those would take a large file to exceed. */
  limits?: Partial<ArchiveLimits>;
  build: () => Buffer | Promise<Buffer>;
}

const ROOM = new URL('../../../../fixtures/packages/', import.meta.url);

/** The names of all fixture folders, in alphabetical order. */
export const listPackageFixtures = async (): Promise<string[]> => (await readdir(ROOM)).sort();

export const loadPackageFixture = async (name: string): Promise<PackageFixture> => {
  const { default: fixture } = (await import(new URL(`${name}/build.ts`, ROOM).href)) as {
    default: PackageFixture;
  };
  return fixture;
};

/** Puts an archive in a file of its own, which disposing removes. */
export const saveArchive = async (bytes: Buffer): Promise<AsyncDisposable & { path: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-package-'));
  const path = join(folder, 'package.zip');
  await writeFile(path, bytes);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
};
