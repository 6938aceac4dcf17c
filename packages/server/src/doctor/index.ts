import type { Check } from './check.ts';
import { audiences } from './checks/audiences.ts';
import { claims } from './checks/claims.ts';
import { compatibilityCounts } from './checks/compatibility-counts.ts';
import { counts } from './checks/counts.ts';
import { dailyDownloads } from './checks/daily-downloads.ts';
import { database } from './checks/database.ts';
import { downloads } from './checks/downloads.ts';
import { foreignObjects } from './checks/foreign-objects.ts';
import { idempotencyKeys } from './checks/idempotency-keys.ts';
import { jobs } from './checks/jobs.ts';
import { latestVersions } from './checks/latest-versions.ts';
import { leftovers } from './checks/leftovers.ts';
import { listing } from './checks/listing.ts';
import { log } from './checks/log.ts';
import { lostRows } from './checks/lost-rows.ts';
import { orphans } from './checks/orphans.ts';
import { owners } from './checks/owners.ts';
import { packages } from './checks/packages.ts';
import { quotaUses } from './checks/quota-uses.ts';
import { ratings } from './checks/ratings.ts';
import { references } from './checks/references.ts';
import { searchIndex } from './checks/search-index.ts';
import { states } from './checks/states.ts';
import { waitingVersions } from './checks/waiting-versions.ts';

/** Every check, in the order in which faults follow from each other. */
export const checks: readonly Check[] = [
  database,
  references,
  log,
  audiences,
  states,
  lostRows,
  owners,
  waitingVersions,
  jobs,
  searchIndex,
  latestVersions,
  listing,
  counts,
  compatibilityCounts,
  claims,
  ratings,
  downloads,
  dailyDownloads,
  quotaUses,
  idempotencyKeys,
  packages,
  orphans,
  foreignObjects,
  leftovers,
];
