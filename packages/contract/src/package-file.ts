const extension = '.zip';

/** The name of the file that is the package of a version, at the address of `downloadPackage`. */
export const packageFile = (version: string): string => version + extension;

/** The version whose package a file is; undefined when it is no package. */
export const versionOfFile = (file: string): string | undefined =>
  file.endsWith(extension) ? file.slice(0, -extension.length) : undefined;
