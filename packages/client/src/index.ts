export { changesAfter } from './changes-after.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { type DownloadOptions, downloadPackage } from './download-package.ts';
export { type ClientError, ConnectionError, IntegrityError, RegistryError, TimeoutError } from './errors.ts';
export * from './generated/index.ts';
export { itemsOf } from './items-of.ts';
export { type CachedReply, type ReplyCache, memoryCache } from './memory-cache.ts';
export type { RequestOptions } from './send.ts';
export { type UploadOptions, uploadPackage } from './upload-package.ts';
