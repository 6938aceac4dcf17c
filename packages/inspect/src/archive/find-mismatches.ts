import type { PackageMetadata } from './package-metadata.ts';

const QUOTED_CHARACTERS_MAX = 100;

/**
 * One public sentence for each thing the package says about itself that is not what it is published as; none
 * when they agree or the package says nothing. Names are compared without regard to case, versions exactly:
 * a caller with a looser notion of equal versions hands in both in their canonical form.
 */
export const findMismatches = (
  declared: PackageMetadata,
  published: { nodeId: string; version: string },
): string[] => {
  const { name = published.nodeId, version = published.version } = declared;
  const mismatches: string[] = [];
  if (name.toLowerCase() !== published.nodeId.toLowerCase())
    mismatches.push(describeMismatch('name', name, published.nodeId));
  if (version !== published.version) mismatches.push(describeMismatch('version', version, published.version));
  return mismatches;
};

const describeMismatch = (key: string, declared: string, published: string): string =>
  `The package's project.${key} is ${quote(declared)}, but it is published as ${quote(published)}. Make them agree.`;

/** What a stranger wrote, in one line of bounded length. */
const quote = (text: string): string =>
  JSON.stringify(text.length > QUOTED_CHARACTERS_MAX ? `${text.slice(0, QUOTED_CHARACTERS_MAX)}…` : text);
