import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { OperatorError } from '../../operator-error.ts';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { baseline } from './0032-baseline.ts';
import { documents } from './0033-documents.ts';
import { uploadDeadlines } from './0034-upload-deadlines.ts';
import { sessionNetworks } from './0035-session-networks.ts';
import { operatorRuns } from './0036-operator-runs.ts';
import { reports } from './0037-reports.ts';
import { webhooks } from './0039-webhooks.ts';
import { replicas } from './0040-replicas.ts';
import { nodeIds } from './0042-node-ids.ts';
import { mails } from './0043-mails.ts';
import { accountLinks } from './0043-recovery.ts';
import { sessionFacts } from './0044-session-facts.ts';
import { totp } from './0044-totp.ts';
import { webauthn } from './0044-webauthn.ts';
import { people } from './0045-people.ts';
import { trustedPublishers } from './0046-trusted-publishers.ts';
import { identities } from './0047-identities.ts';
import { advisories } from './0048-advisories.ts';
import { accountPolicies } from './0049-account-policies.ts';
import type { Step } from './step.ts';
import { UnfinishedMoveError, moveMark } from '../unfinished-move.ts';

/** The steps that the baseline replaced. Databases of that version hold these names, and so do new ones. */
const combined = [
  '0001-accounts',
  '0002-registry',
  '0003-findings',
  '0004-catalogue',
  '0005-followers',
  '0006-declarations',
  '0007-search-places',
  '0008-jobs',
  '0009-page-sizes',
  '0010-token-makers',
  '0011-undone-moves',
  '0012-session-digests',
  '0013-version-numbers',
  '0014-newest-publishers',
  '0015-app-node-claims',
  '0016-download-marks',
  '0018-repositories',
  '0019-rate-buckets',
  '0020-quotas',
  '0021-similar-ids',
  '0022-job-queues',
  '0023-findings-by-rule',
  '0024-idempotency-keys',
  '0025-device-codes',
  '0026-node-history',
  '0027-readmes',
  '0028-file-lists',
  '0029-changes-of-publishers',
  '0030-daily-counts',
  '0031-refolded-ids',
];
const lastCombined = '0032-app-node-bans';

/** All steps in order; a published one never changes. */
export const steps: Readonly<Record<string, Step>> = {
  ...Object.fromEntries(combined.map((name): [string, Step] => [name, () => Promise.resolve()])),
  [lastCombined]: baseline,
  '0033-documents': documents,
  '0034-upload-deadlines': uploadDeadlines,
  '0035-session-networks': sessionNetworks,
  '0036-operator-runs': operatorRuns,
  '0037-reports': reports,
  '0039-webhooks': webhooks,
  '0040-replicas': replicas,
  '0042-node-ids': nodeIds,
  '0043-mails': mails,
  '0043-recovery': accountLinks,
  '0044-session-facts': sessionFacts,
  '0044-totp': totp,
  '0044-webauthn': webauthn,
  '0045-people': people,
  '0046-trusted-publishers': trustedPublishers,
  '0047-identities': identities,
  '0048-advisories': advisories,
  '0049-account-policies': accountPolicies,
};

/** The last version that can bring older databases up to the baseline. */
export const versionBefore = 'commit 8b637e2';

/** Whether only some of the combined steps were taken. */
export const isTooOld = (taken: readonly string[]): boolean =>
  taken.length > 0 && !taken.includes(lastCombined);

/** The database was written by a newer Patchbay than this one, which must not touch it. */
export class DatabaseTooNewError extends OperatorError {
  constructor(names: readonly string[]) {
    super(`the database is newer than this program: it holds ${names.join(', ')}`);
  }
}

/** No registry can be in the database. */
export class UnfitDatabaseError extends OperatorError {}

/** The database is older than the baseline. */
export class DatabaseTooOldError extends OperatorError {
  constructor() {
    super(`the database is too old for this program: run "npm run migrate" of ${versionBefore} on it first`);
  }
}

/**
 * Brings the database up to date, each step in a transaction; of several processes that try at once, one does it.
 * Returns the names of the steps taken. Throws UnfinishedMoveError, except for the move itself.
 */
export const migrate = async (engine: Engine, { isMoving = false } = {}): Promise<string[]> => {
  const taken = await findSupportedSteps(engine, isMoving);
  if (taken.length === 0) await requireFit(engine);
  const { error, results } = await migratorOf(engine).migrateToLatest();
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
  return (results ?? []).map(({ migrationName }) => migrationName);
};

/** Brings an empty database to the version that ends with this step. */
export const migrateTo = async (engine: Engine, step: string): Promise<void> => {
  await requireFit(engine);
  const { error } = await migratorOf(engine).migrateTo(step);
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
};

/** Throws UnfitDatabaseError before anything is made. */
const requireFit = async (engine: Engine): Promise<void> => {
  const unfitness = await engine.findUnfitness();
  if (unfitness !== undefined) throw new UnfitDatabaseError(unfitness);
};

const migratorOf = (engine: Engine): Migrator =>
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
  const taken = await findSupportedSteps(engine);
  return Object.keys(steps).filter((name) => !taken.includes(name));
};

/**
 * The steps that the database has taken. Throws if it is newer than this program or older than the baseline, or if a
 * move to it was not finished.
 */
const findSupportedSteps = async (engine: Engine, isMoving = false): Promise<string[]> => {
  const tables = await findTables(engine);
  if (!isMoving && tables.has(moveMark)) throw new UnfinishedMoveError();
  const taken = tables.has('kysely_migration') ? await findTakenSteps(engine) : [];
  const unknown = taken.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
  if (isTooOld(taken)) throw new DatabaseTooOldError();
  return taken;
};

const findTables = async ({ migrator }: Engine): Promise<ReadonlySet<string>> => {
  const tables = await migrator.introspection.getTables({ withInternalKyselyTables: true });
  return new Set(tables.map(({ name }) => name));
};

const findTakenSteps = async (engine: Engine): Promise<string[]> => {
  const taken = await (engine.migrator as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return taken.map(({ name }) => name);
};
