export { uploadPackage } from './upload-package.ts';
export { downloadPackage } from './download-package.ts';
