import { bulkGetVersions } from './bulk-get-versions.ts';
import { checkVersion } from './check-version.ts';
import { deleteVersion } from './delete-version.ts';
import { dryRunPublish } from './dry-run-publish.ts';
import { extractVersion } from './extract-version.ts';
import { getFindings } from './get-findings.ts';
import { getReadme } from './get-readme.ts';
import { getVersion } from './get-version.ts';
import { listNodeVersions } from './list-node-versions.ts';
import { listVersionFiles } from './list-version-files.ts';
import { listVersions } from './list-versions.ts';
import { publishVersion } from './publish-version.ts';
import { updateVersion } from './update-version.ts';

/** In the order in which the documents show them. */
export const versions = {
  publishVersion,
  dryRunPublish,
  updateVersion,
  bulkGetVersions,
  listVersions,
  listNodeVersions,
  getVersion,
  getReadme,
  listVersionFiles,
  getFindings,
  checkVersion,
  extractVersion,
  deleteVersion,
} as const;
