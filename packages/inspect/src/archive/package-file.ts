/** A path, or the number of a file that is open for reading and stays open. */
export type PackageFile = string | number;
