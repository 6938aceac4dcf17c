import type { PackageFiles } from '../evaluate/package-files.ts';
import { insidePackage } from '../evaluate/package-paths.ts';

/** The names in a folder of the package, sorted; undefined if the path leads elsewhere or is not a folder. */
export const listFolder = (files: PackageFiles, path: string): string[] | undefined => {
  const names = files.folders.get(insidePackage(path) ?? '..');
  return names === undefined ? undefined : [...names].toSorted();
};

/** Undefined when the path leads elsewhere. */
export const isFile = (files: PackageFiles, path: string): boolean | undefined => {
  const inside = insidePackage(path);
  return inside === undefined ? undefined : files.texts.has(inside);
};

/** Undefined when the path leads elsewhere. */
export const isFolder = (files: PackageFiles, path: string): boolean | undefined => {
  const inside = insidePackage(path);
  return inside === undefined ? undefined : files.folders.has(inside);
};

/**
 * The text of a file of the package with the line ends that Python's text files have. Undefined if there is no such
 * file, if it was not read, or if the path leads elsewhere.
 */
export const readPackageFile = (files: PackageFiles, path: string): string | undefined => {
  const inside = insidePackage(path);
  return inside === undefined ? undefined : files.texts.get(inside)?.replaceAll(/\r\n?/g, '\n');
};
