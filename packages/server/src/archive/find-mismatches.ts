import type { PackageMetadata } from './package-metadata.ts';

/**
 * One public sentence for each thing the package says about itself that is not what it is published as; none
 * when they agree or the package says nothing. Names are compared without regard to case, versions exactly:
 * a caller with a looser notion of equal versions hands in both in their canonical form.
 */
export function findMismatches(
  declared: PackageMetadata,
  published: { nodeId: string; version: string },
): string[] {
  const { name = published.nodeId, version = published.version } = declared;
  const mismatches: string[] = [];
  if (name.toLowerCase() !== published.nodeId.toLowerCase())
    mismatches.push(
      `The package's project.name is "${name}", but it is published as "${published.nodeId}"; make them agree.`,
    );
  if (version !== published.version)
    mismatches.push(
      `The package's project.version is "${version}", but it is published as "${published.version}"; make them agree.`,
    );
  return mismatches;
}
