import type { OperationsOf } from '../operation.ts';
import { downloadPackage } from './download-package.ts';
import { uploadPackage } from './upload-package.ts';

export const packages: OperationsOf<'packages'> = {
  uploadPackage,
  downloadPackage,
};
