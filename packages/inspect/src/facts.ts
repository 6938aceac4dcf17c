// What can be known about this package without loading the code that reads packages, which takes a tenth of a second.
export { ARCHIVE_RULES, type ArchiveRule } from './archive/archive-rules.ts';
export { digestOf } from './archive/digest-of.ts';
export { RULES, RULESET_VERSION } from './checks/ruleset.ts';
export { describeFile } from './readme/describe-file.ts';

/** Raised whenever the app-nodes or the readme of an unchanged package may differ from before. */
export const EXTRACTOR_VERSION = 12;
