import { writePath } from './endpoint.ts';
import { downloadPackage } from './endpoints/packages/download-package.ts';
import { uploadPackage } from './endpoints/packages/upload-package.ts';
import { packageFile } from './package-file.ts';

const writePackagePath = writePath(downloadPackage.path);

/** Where the package of a version is downloaded. */
export const packagePath = (publisherId: string, nodeId: string, version: string): string =>
  writePackagePath({ publisherId, nodeId, file: packageFile(version) });

/** Where the package of a version is uploaded; the query holds its signature. */
export const uploadPath = writePath(uploadPackage.path);

/** Whether a registry at this address can have passkeys, which are for a host by its name: an IP address has none. */
export const canHavePasskeys = (publicUrl: string): boolean =>
  !/^(?:\[.*\]|[\d.]+)$/.test(new URL(publicUrl).hostname);
