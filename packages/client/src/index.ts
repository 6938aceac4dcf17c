export {
  type CatalogueBatch,
  type CatalogueChange,
  type FollowCatalogueArgs,
  followCatalogue,
} from './catalogue/follow-catalogue.ts';
export {
  type CatalogueHead,
  type CatalogueLine,
  type GetCatalogueArgs,
  getCatalogue,
} from './catalogue/get-catalogue.ts';
export { type StreamedChange, streamPublicChanges } from './catalogue/stream-public-changes.ts';
export { type Client, type ClientOptions, type DirectCall, createClient } from './client.ts';
export { type DownloadOptions, downloadPackage } from './download-package.ts';
export { dryRunIdentityToken } from './dry-run-identity-token.ts';
export { type DryRunArgs, dryRunPublish } from './dry-run-publish.ts';
export { type ClientError, ConnectionError, IntegrityError, RegistryError, TimeoutError } from './errors.ts';
export { type OnProgress, fetchWithProgress } from './fetch-with-progress.ts';
export * from './generated/index.ts';
export { isProposal } from './is-proposal.ts';
export { changesAfter, itemsOf } from './items-of.ts';
export { type CachedReply, type ReplyCache, memoryCache } from './memory-cache.ts';
export type { RequestOptions } from './send.ts';
export { type UploadOptions, uploadPackage } from './upload-package.ts';
