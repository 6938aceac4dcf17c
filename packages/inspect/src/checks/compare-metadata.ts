import { frontendBounds } from '../project/frontend-package.ts';
import type { PackageMetadata } from '../archive/package-metadata.ts';

/** What the registry shows of a version and its node. */
export interface PublishedMetadata {
  dependencies?: readonly string[] | undefined;
  /** A path, a name, or one of them in an object, as publish tools write it: `{"file": "LICENSE"}`. */
  license?: string | undefined;
}

/**
 * The names of the packages on which the two disagree, in order; empty if they agree or the package declares no
 * dependencies. The spelling does not count: spaces, case and separators of names, order of bounds.
 */
export const findDifferentDependencies = (
  { dependencies: declared }: PackageMetadata,
  { dependencies: published = [] }: PublishedMetadata,
): string[] => {
  if (declared === undefined) return [];
  const inPackage = new Set(requirementsIn(declared));
  const inRegistry = new Set(requirementsIn(published));
  const different = [...inPackage, ...inRegistry].filter((one) => inPackage.has(one) !== inRegistry.has(one));
  return [...new Set(different.map(nameOf))].sort();
};

/** Whether the package names a license and the registry shows none of its names. */
export const hasDifferentLicense = (
  { license: declared }: PackageMetadata,
  { license: published = '' }: PublishedMetadata,
): boolean => {
  if (declared === undefined) return false;
  const shown = new Set(namesOfLicense(published).map(canonicalLicense));
  return !declared.some((name) => shown.has(canonicalLicense(name)));
};

/** The version of the host's front end is no requirement, and publish tools leave it out. */
const requirementsIn = (dependencies: readonly string[]): string[] =>
  dependencies.filter((one) => frontendBounds(one) === undefined).map(canonicalDependency);

const canonicalDependency = (text: string): string => {
  const [requirement = '', ...marker] = text.split(';');
  const [, name = '', bounds = ''] = /^([\w.-]*)(.*)$/s.exec(requirement.replaceAll(/[\s()]/g, '')) ?? [];
  return [
    name.toLowerCase().replaceAll(/[-_.]+/g, '-'),
    ...bounds.split(',').sort(),
    ';',
    marker.join(';').replaceAll(/\s/g, '').replaceAll('"', "'"),
  ].join(' ');
};

const nameOf = (dependency: string): string => dependency.split(' ')[0] ?? '';

const namesOfLicense = (published: string): string[] => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(published);
  } catch {
    return [published];
  }
  if (typeof parsed !== 'object' || parsed === null) return [published];
  return [Reflect.get(parsed, 'file'), Reflect.get(parsed, 'text')].filter(
    (name) => typeof name === 'string',
  );
};

const canonicalLicense = (text: string): string =>
  text.trim().replace(/^\.\//, '').replaceAll(/\s+/g, ' ').toLowerCase();
