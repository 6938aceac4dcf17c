import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from '../../operator-error.ts';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { accounts } from './0001-accounts.ts';
import { registry } from './0002-registry.ts';
import { findings } from './0003-findings.ts';
import { catalogue } from './0004-catalogue.ts';
import { followers } from './0005-followers.ts';
import { declarations } from './0006-declarations.ts';
import { searchRanks } from './0007-search-places.ts';
import { jobs } from './0008-jobs.ts';
import { pageSizes } from './0009-page-sizes.ts';
import { tokenMakers } from './0010-token-makers.ts';
import { undoneMoves } from './0011-undone-moves.ts';
import { sessionDigests } from './0012-session-digests.ts';
import { versionNumbers } from './0013-version-numbers.ts';
import { newestPublishers } from './0014-newest-publishers.ts';
import { appNodeClaims } from './0015-app-node-claims.ts';
import { downloadMarks } from './0016-download-marks.ts';
import { repositories } from './0018-repositories.ts';
import { rateBuckets } from './0019-rate-buckets.ts';
import { quotas } from './0020-quotas.ts';
import { similarIds } from './0021-similar-ids.ts';
import { jobQueues } from './0022-job-queues.ts';
import { findingsByRule } from './0023-findings-by-rule.ts';
import { idempotencyKeys } from './0024-idempotency-keys.ts';
import { deviceCodes } from './0025-device-codes.ts';
import { nodeHistory } from './0026-node-history.ts';
import { readmes } from './0027-readmes.ts';
import { fileLists } from './0028-file-lists.ts';
import { changesOfPublishers } from './0029-changes-of-publishers.ts';
import { dailyCounts } from './0030-daily-counts.ts';
import { refoldedIds } from './0031-refolded-ids.ts';
import { appNodeBans } from './0032-app-node-bans.ts';
import type { Step } from './step.ts';

/** Every step there ever was, in order; a published one never changes. */
export const steps: Readonly<Record<string, Step>> = {
  '0001-accounts': accounts,
  '0002-registry': registry,
  '0003-findings': findings,
  '0004-catalogue': catalogue,
  '0005-followers': followers,
  '0006-declarations': declarations,
  '0007-search-places': searchRanks,
  '0008-jobs': jobs,
  '0009-page-sizes': pageSizes,
  '0010-token-makers': tokenMakers,
  '0011-undone-moves': undoneMoves,
  '0012-session-digests': sessionDigests,
  '0013-version-numbers': versionNumbers,
  '0014-newest-publishers': newestPublishers,
  '0015-app-node-claims': appNodeClaims,
  '0016-download-marks': downloadMarks,
  '0018-repositories': repositories,
  '0019-rate-buckets': rateBuckets,
  '0020-quotas': quotas,
  '0021-similar-ids': similarIds,
  '0022-job-queues': jobQueues,
  '0023-findings-by-rule': findingsByRule,
  '0024-idempotency-keys': idempotencyKeys,
  '0025-device-codes': deviceCodes,
  '0026-node-history': nodeHistory,
  '0027-readmes': readmes,
  '0028-file-lists': fileLists,
  '0029-changes-of-publishers': changesOfPublishers,
  '0030-daily-counts': dailyCounts,
  '0031-refolded-ids': refoldedIds,
  '0032-app-node-bans': appNodeBans,
};

/** After these the files still hold what must no longer be found in them. */
const overwritesSecrets = new Set(['0012-session-digests']);

/** The database was written by a newer Patchbay than this one, which must not touch it. */
export class DatabaseTooNewError extends OperatorError {
  constructor(names: readonly string[]) {
    super(`the database is newer than this program: it holds ${names.join(', ')}`);
  }
}

/**
 * Brings the database up to date, each step in a transaction; of several processes that try at once, one does it.
 * Returns the names of the steps taken.
 */
export const migrate = async (engine: Engine): Promise<string[]> => {
  await refuseNewer(engine);
  const { error, results } = await migratorOf(engine).migrateToLatest();
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
  const taken = (results ?? []).map(({ migrationName }) => migrationName);
  if (taken.some((name) => overwritesSecrets.has(name))) await engine.eraseRemains();
  return taken;
};

/** Brings an empty database to the version that ends with this step. */
export const migrateTo = async (engine: Engine, step: string): Promise<void> => {
  const { error } = await migratorOf(engine).migrateTo(step);
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
};

export const migratorOf = (engine: Engine): Migrator =>
  new Migrator({
    db: engine.migrator,
    provider: { getMigrations: () => Promise.resolve(bind(engine)) },
  });

const bind = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: (db: Kysely<Tables>) => step(db, engine.columns, engine) },
    ]),
  );

/** The steps that the database has still to take, all of them where it is empty. */
export const findMissingSteps = async (engine: Engine): Promise<string[]> => {
  await refuseNewer(engine);
  const taken = await findTakenSteps(engine);
  return Object.keys(steps).filter((name) => !taken.includes(name));
};

const refuseNewer = async (engine: Engine): Promise<void> => {
  const unknown = (await findTakenSteps(engine)).filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
};

const findTakenSteps = async (engine: Engine): Promise<string[]> => {
  const tables = await engine.migrator.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const taken = await (engine.migrator as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return taken.map(({ name }) => name);
};
