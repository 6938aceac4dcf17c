export { ArchiveRefusal } from './archive-refusal.ts';
export { type ArchiveLimits, DEFAULT_LIMITS } from './archive-limits.ts';
export { checkName } from './check-name.ts';
export { foldName } from './fold-name.ts';
export { readVerifiedArchive } from './read-verified-archive.ts';
export { isWindowsName } from './windows-name.ts';
