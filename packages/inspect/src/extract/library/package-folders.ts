import type { PackageFiles } from '../evaluate/package-files.ts';
import { insidePackage, packageRoot } from '../evaluate/package-paths.ts';
import type { Value } from '../values/value.ts';
import { pathText } from './path-text.ts';

/** The names in a folder of the package, sorted; undefined if the path leads elsewhere or is not a folder. */
export const listFolder = (files: PackageFiles, path: string): string[] | undefined => {
  const names = files.folders.get(insidePackage(path) ?? '..');
  return names === undefined ? undefined : [...names].toSorted();
};

/** Undefined when the path leads elsewhere, or when only running the package could tell. */
export const isFile = (files: PackageFiles, path: string): boolean | undefined => {
  const inside = insidePackage(path);
  if (inside === undefined) return undefined;
  return files.texts.has(inside) || (files.written.has(inside) ? undefined : false);
};

/** Whether Python certainly finds nothing to read at a path, because the package ships and writes nothing there. */
export const isAbsent = (files: PackageFiles, path: string): boolean =>
  isFile(files, path) === false && isFolder(files, path) === false;

/** Records that a file may be written. */
export const noteWritten = (files: PackageFiles, path: string): void => {
  const inside = insidePackage(path);
  if (inside !== undefined) files.written.add(inside);
};

/** Records that a file that the package does not ship may be created by what is given its path. */
export const noteGiven = (files: PackageFiles, value: Value): void => {
  const path = pathText(value);
  if (path?.startsWith(packageRoot) === true && isFile(files, path) === false) noteWritten(files, path);
};

/** Undefined when the path leads elsewhere. */
export const isFolder = (files: PackageFiles, path: string): boolean | undefined => {
  const inside = insidePackage(path);
  return inside === undefined ? undefined : files.folders.has(inside);
};

/**
 * The text of a file of the package with the line ends that Python's text files have. Undefined if there is no such
 * file, if it was not read or may be written, or if the path leads elsewhere.
 */
export const readPackageFile = (files: PackageFiles, path: string): string | undefined => {
  const inside = insidePackage(path);
  if (inside === undefined || files.written.has(inside)) return undefined;
  return files.texts.get(inside)?.replaceAll(/\r\n?/g, '\n');
};
