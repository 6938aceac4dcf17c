import { checkPackage } from './checks/check-package.ts';
import { ArchiveRefusal } from './archive/archive-refusal.ts';
import type { ArchiveRule } from './archive/archive-rules.ts';
import type { ArchiveLimits } from './archive/archive-limits.ts';
import type { PackageFile } from './archive/package-file.ts';
import { listFiles } from './archive/list-files.ts';
import { findMismatches } from './archive/find-mismatches.ts';
import { readPackageMetadata } from './archive/package-metadata.ts';
import { readArchive } from './archive/read-archive.ts';
import { readVerifiedArchive } from './archive/read-verified-archive.ts';
import type { PublishedMetadata } from './checks/compare-metadata.ts';
import type { Verdict } from './checks/verdict.ts';
import { canonicalVersion } from '@patchbay/contract/canonical-version';
import { extractAppNodes } from './extract/extract-app-nodes.ts';
import { withinBounds } from './extract/within-bounds.ts';
import type { PackageContents } from './read-package.ts';
import { createPythonParser } from './python/python-parser.ts';
import { readSources } from './archive/read-sources.ts';
import { readReadme } from './readme/read-readme.ts';

/** Loads what the other tasks need, so that they start faster. */
export const start = async (): Promise<void> => {
  await createPythonParser();
};

/** What is wrong with an archive; undefined if nothing is. */
export type Objection =
  | { kind: 'invalid'; rule: ArchiveRule | 'metadata'; message: string; entry?: string }
  | { kind: 'mismatch'; mismatches: string[] }
  | undefined;

export interface Inspection {
  path: PackageFile;
  limits: ArchiveLimits;
  published: { nodeId: string; version: string };
  /** Whether a package may write `1.0` for the `1.0.0` it is published as. */
  looseVersions: boolean;
}

/** Reads the whole archive: whether it is valid, and what it says about itself. */
export const inspect = async ({ path, limits, published, looseVersions }: Inspection): Promise<Objection> => {
  try {
    await using archive = await readVerifiedArchive(path, limits);
    const metadata = await readPackageMetadata(archive);
    if (!metadata.ok) return { kind: 'invalid', rule: 'metadata', message: metadata.problem };
    const { version } = metadata.declared;
    const agrees =
      version !== undefined && canonicalVersion(version, { looseVersions }) === published.version;
    const mismatches = findMismatches(
      agrees ? { ...metadata.declared, version: published.version } : metadata.declared,
      published,
    );
    return mismatches.length > 0 ? { kind: 'mismatch', mismatches } : undefined;
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    return {
      kind: 'invalid',
      rule: error.rule,
      message: error.message,
      ...(error.entry === undefined ? {} : { entry: error.entry }),
    };
  }
};

/** Runs the checks on a package. */
export const check = async ({
  path,
  published,
}: {
  path: PackageFile;
  published?: PublishedMetadata | undefined;
}): Promise<Verdict> => {
  await using archive = await readArchive(path);
  // Awaited here, because the archive is closed when this function returns.
  return await checkPackage(archive, {}, published);
};

/** Reads the app-nodes that the package's sources define, up to the maximum for a version, its readme and its files. */
export const extract = async ({ path }: { path: PackageFile }): Promise<PackageContents> => {
  await using archive = await readVerifiedArchive(path);
  const extraction = withinBounds(await extractAppNodes(await readSources(archive)));
  const list = listFiles(archive);
  const readme = await readReadme(archive, list.files);
  return { ...extraction, ...(readme !== undefined && { readme }), ...list };
};
