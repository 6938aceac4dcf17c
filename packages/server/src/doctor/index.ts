import type { Check } from './check.ts';
import { documents } from './checks/documents.ts';
import { audiences, log, states } from './checks/log.ts';
import { lostRows } from './checks/lost-rows.ts';
import {
  appNodeBans,
  claims,
  compatibilityCounts,
  counts,
  latestVersions,
  listing,
  nodeIds,
} from './checks/listing.ts';
import { dailyDownloads, downloads, quotaUses, ratings } from './checks/counters.ts';
import { database, json, owners, references } from './checks/rows.ts';
import { foreignObjects, leftovers, orphans, packages } from './checks/packages.ts';
import { idempotencyKeys, jobs, waitingVersions } from './checks/queue.ts';

/** Every check, in the order in which faults follow from each other. */
export const checks: readonly Check[] = [
  database,
  json,
  references,
  log,
  audiences,
  states,
  lostRows,
  owners,
  waitingVersions,
  jobs,
  nodeIds,
  latestVersions,
  listing,
  documents,
  counts,
  compatibilityCounts,
  claims,
  appNodeBans,
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
