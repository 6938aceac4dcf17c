import { writePath } from './endpoint.ts';
import { downloadPackage } from './endpoints/packages/download-package.ts';
import { uploadPackage } from './endpoints/packages/upload-package.ts';

const extension = '.zip';

/** The version that a file of `downloadPackage` is the package of; undefined when it is no package. */
export const versionOfFile = (file: string): string | undefined =>
  file.endsWith(extension) ? file.slice(0, -extension.length) : undefined;

const writePackagePath = writePath(downloadPackage.path);

/** Where the package of a version is downloaded. */
export const packagePath = (publisherId: string, nodeId: string, version: string): string =>
  writePackagePath({ publisherId, nodeId, file: version + extension });

/** Where the package of a version is uploaded; the query holds its signature. */
export const uploadPath = writePath(uploadPackage.path);
