import type { PackageMetadata } from './package-metadata.ts';

const QUOTED_CHARACTERS_MAX = 100;

/**
 * One public sentence for each statement of the package that contradicts what it is published as; empty if they agree
 * or the package states nothing. Names are compared case-insensitively, versions exactly: a caller with a looser
 * definition of equal versions passes both in their canonical form.
 */
export const findMismatches = (
  declared: PackageMetadata,
  published: { nodeId: string; formerIds?: readonly string[] | undefined; version: string },
): string[] => {
  const { name = published.nodeId, version = published.version } = declared;
  const mismatches: string[] = [];
  const ids = [published.nodeId, ...(published.formerIds ?? [])];
  if (!ids.some((id) => id.toLowerCase() === name.toLowerCase()))
    mismatches.push(describeMismatch('name', name, published.nodeId));
  if (version !== published.version) mismatches.push(describeMismatch('version', version, published.version));
  return mismatches;
};

const describeMismatch = (key: string, declared: string, published: string): string =>
  `The package's project.${key} is ${quote(declared)}, but it is published as ${quote(published)}. Make them agree.`;

/** Untrusted text on one line of bounded length. */
const quote = (text: string): string =>
  JSON.stringify(text.length > QUOTED_CHARACTERS_MAX ? `${text.slice(0, QUOTED_CHARACTERS_MAX)}…` : text);
