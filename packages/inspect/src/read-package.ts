import type { ArchiveLimits } from './archive/archive-limits.ts';
import type { PackageFile } from './archive/package-file.ts';
import type { PublishedMetadata } from './checks/compare-metadata.ts';
import type { Verdict } from './checks/verdict.ts';
import { type Objection, type PackageContents, check, extract, inspect } from './package-tasks.ts';

/** What the registry knows of the version that the package is of. */
export interface Published extends PublishedMetadata {
  nodeId: string;
  version: string;
  /** Whether a package may write `1.0` for the `1.0.0` it is published as. */
  looseVersions: boolean;
  limits: ArchiveLimits;
}

/** Why a package cannot be the one of its version. */
export type PackageFault = NonNullable<Objection>;

export type PackageReading = { fault: PackageFault } | SoundPackage;

export interface SoundPackage extends PackageContents {
  fault?: undefined;
  verdict: Verdict;
}

/**
 * Reads a package: whether its archive is sound and is of the version, what the checks find, and what is kept of it.
 * `onSound` is called as soon as the package is known to have no fault. Throws only errors that the package did not
 * cause, such as those of the disk.
 */
export const readPackage = async (
  path: PackageFile,
  published: Published,
  onSound?: () => void,
): Promise<PackageReading> => {
  const { nodeId, version, looseVersions, limits } = published;
  const fault = await inspect({ path, limits, published: { nodeId, version }, looseVersions });
  if (fault !== undefined) return { fault };
  onSound?.();
  return { verdict: await check({ path, published }), ...(await extract({ path })) };
};
