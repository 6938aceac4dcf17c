import { insidePackage } from '../evaluate/package-paths.ts';

/** The text of a file of the package; undefined when there is none, or the path leads elsewhere. */
export function readPackageFile(files: ReadonlyMap<string, string>, path: string): string | undefined {
  const inside = insidePackage(path);
  return inside === undefined ? undefined : files.get(inside);
}
