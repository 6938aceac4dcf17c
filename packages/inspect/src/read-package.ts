import type { Readme } from '@patchbay/contract';
import { canonicalVersion } from '@patchbay/contract/canonical-version';
import type { ArchiveLimits } from './archive/archive-limits.ts';
import { ArchiveRefusal } from './archive/archive-refusal.ts';
import type { ArchiveRule } from './archive/archive-rules.ts';
import { findMismatches } from './archive/find-mismatches.ts';
import { type FileList, listFiles } from './archive/list-files.ts';
import type { PackageFile } from './archive/package-file.ts';
import { readPackageMetadata } from './archive/package-metadata.ts';
import { readSources } from './archive/read-sources.ts';
import { readVerifiedArchive, type VerifiedArchive } from './archive/read-verified-archive.ts';
import { checkPackage } from './checks/check-package.ts';
import type { PublishedMetadata } from './checks/compare-metadata.ts';
import type { Verdict } from './checks/verdict.ts';
import { extractAppNodes } from './extract/extract-app-nodes.ts';
import type { Extraction } from './extract/extraction.ts';
import { withinBounds } from './extract/within-bounds.ts';
import { createPythonParser } from './python/python-parser.ts';
import { readReadme } from './readme/read-readme.ts';

/** What the registry knows of the version that the package is of. */
export interface Published extends PublishedMetadata {
  nodeId: string;
  /** Ids that the node had before; a package may still have one of them. */
  formerIds?: readonly string[];
  version: string;
  /** Whether a package may write `1.0` for the `1.0.0` it is published as. */
  looseVersions: boolean;
  limits: ArchiveLimits;
}

/** Why a package cannot be the one of its version. */
export type PackageFault =
  | { kind: 'invalid'; rule: ArchiveRule | 'metadata'; message: string; entry?: string }
  | { kind: 'mismatch'; mismatches: string[] };

/** What is kept of a package besides its bytes. */
export interface PackageContents extends Extraction, FileList {
  /** Undefined if it has none. */
  readme?: Readme;
}

export interface SoundPackage extends PackageContents {
  fault?: undefined;
  verdict: Verdict;
}

export type PackageReading = { fault: PackageFault } | SoundPackage;

/**
 * Reads a package in one pass: whether its archive is sound and is of the version, what the checks find, and what is
 * kept of it. `onSound` is called as soon as the package is known to have no fault. Throws only errors that the package
 * did not cause, such as those of the disk.
 */
export const readPackage = async (
  path: PackageFile,
  published: Published,
  onSound?: () => void,
): Promise<PackageReading> => {
  try {
    await using archive = await readVerifiedArchive(path, published.limits);
    const fault = await findFault(archive, published);
    if (fault !== undefined) return { fault };
    onSound?.();
    return await readContents(archive, published);
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error;
    const { rule, message, entry } = error;
    return { fault: { kind: 'invalid', rule, message, ...(entry !== undefined && { entry }) } };
  }
};

/** What the package says of itself that cannot be read, or that differs from what was published. */
const findFault = async (
  archive: VerifiedArchive,
  { nodeId, formerIds, version, looseVersions }: Published,
): Promise<PackageFault | undefined> => {
  const metadata = await readPackageMetadata(archive);
  if (!metadata.ok) return { kind: 'invalid', rule: 'metadata', message: metadata.problem };
  const { declared } = metadata;
  const agrees =
    declared.version !== undefined && canonicalVersion(declared.version, { looseVersions }) === version;
  const mismatches = findMismatches(agrees ? { ...declared, version } : declared, {
    nodeId,
    formerIds,
    version,
  });
  return mismatches.length > 0 ? { kind: 'mismatch', mismatches } : undefined;
};

const readContents = async (archive: VerifiedArchive, published: Published): Promise<SoundPackage> => {
  const parser = await createPythonParser();
  // First, because it reads a part of the sources, whose trees the checks take over.
  const texts = await readSources(archive);
  const extraction = await extractAppNodes(texts, { parser });
  const verdict = await checkPackage(archive, { parser, texts }, published);
  const list = listFiles(archive);
  const readme = await readReadme(archive, list.files);
  return { verdict, ...withinBounds(extraction), ...(readme !== undefined && { readme }), ...list };
};
