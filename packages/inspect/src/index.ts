export type { PackageFile } from './archive/package-file.ts';
export { ArchiveRefusal } from './archive/archive-refusal.ts';
export { DEFAULT_LIMITS, type ArchiveLimits } from './archive/archive-limits.ts';
export type { FileList, ListedFile } from './archive/list-files.ts';
export type { Archive } from './archive/read-archive.ts';
export { readSources } from './archive/read-sources.ts';
export { readVerifiedArchive } from './archive/read-verified-archive.ts';
export { checkPackage } from './checks/check-package.ts';
export type { PublishedMetadata } from './checks/compare-metadata.ts';
export type { Verdict } from './checks/verdict.ts';
export { extractAppNodes } from './extract/extract-app-nodes.ts';
export type { ExtractedAppNode, Extraction } from './extract/extraction.ts';
export { type ImportedModule, listImports } from './extract/list-imports.ts';
export { withinBounds } from './extract/within-bounds.ts';
export {
  type PackageContents,
  type PackageFault,
  type PackageReading,
  type Published,
  readPackage,
  type SoundPackage,
} from './read-package.ts';
