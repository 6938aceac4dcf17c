import { downloadPackage } from './download-package.ts';
import { uploadPackage } from './upload-package.ts';

/** In the order in which the documents show them. */
export const packages = {
  uploadPackage,
  downloadPackage,
} as const;
