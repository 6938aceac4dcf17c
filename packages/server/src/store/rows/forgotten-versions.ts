import { type SqlBool, sql, type ExpressionBuilder } from 'kysely';
import type { JobKind } from '../queue/job.ts';
import type { ReadConnection } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { ExtractionRecord } from './versions.ts';

// Conditions on rows of versions.

/** Whether the package of a version was never stored here: it is still at the source. */
export const isElsewhere = sql<SqlBool>`exists (select 1 from replicated_versions
  where replicated_versions.version_id = versions.id and replicated_versions.fetched_at is null)`;

/** Whether a version comes from another registry. */
const isReplicated = sql<SqlBool>`exists (select 1 from replicated_versions
  where replicated_versions.version_id = versions.id)`;

type Condition = (eb: ExpressionBuilder<Tables, 'versions'>) => ReturnType<typeof eb.and>;

/** When a version needs a job of which kind. */
const needsOf = (isLookedFor: boolean): readonly { kind: JobKind; when: Condition }[] => [
  {
    kind: 'receive-package',
    when: (eb) =>
      eb.and([
        eb('status', '=', 'NodeVersionStatusPending'),
        ...(isLookedFor ? [] : [eb('stored_at', 'is not', null)]),
      ]),
  },
  {
    kind: 'extract-app-nodes',
    // The verdict requests the extraction; a version can also become Active without one.
    when: (eb) =>
      eb.and([
        eb('extract_status', '=', 'pending'),
        eb('stored_at', 'is not', null),
        eb('status', 'not in', ['NodeVersionStatusPending', 'NodeVersionStatusDeleted']),
        eb.or([eb('verdict_json', 'is not', null), eb('status', '=', 'NodeVersionStatusActive')]),
      ]),
  },
];

/**
 * At most `max` versions for each need that wait for a job that does not exist. `isLookedFor` says whether packages may
 * come into their store unseen.
 */
export const findForgottenVersions = async (
  read: ReadConnection,
  max: number,
  { isLookedFor }: { isLookedFor: boolean },
): Promise<{ id: string; kind: JobKind }[]> => {
  const found: { id: string; kind: JobKind }[] = [];
  for (const { kind, when } of needsOf(isLookedFor)) {
    const rows = await read
      .selectFrom('versions')
      .select('id')
      .where(when)
      .where((eb) => eb.not(isReplicated))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('jobs')
              .select('jobs.kind')
              .where('jobs.kind', '=', kind)
              .whereRef('jobs.subject', '=', 'versions.id'),
          ),
        ),
      )
      .limit(max)
      .execute();
    found.push(...rows.map(({ id }) => ({ id, kind })));
  }
  return found;
};

/** The versions with a package that this extractor has not read, or whose files are not listed, oldest first. */
export const findVersionIdsToRead = async (
  read: ReadConnection,
  extractorVersion: number,
): Promise<string[]> => {
  const rows = await read
    .selectFrom('versions')
    .leftJoin('file_lists', 'file_lists.version_id', 'versions.id')
    .select(['versions.id', 'extraction_json', 'are_all'])
    .where('stored_at', 'is not', null)
    .where('status', '!=', 'NodeVersionStatusDeleted')
    // The app-nodes of a version from elsewhere are those of its source.
    .where((eb) => eb.not(isReplicated))
    .orderBy('versions.id')
    .execute();
  return rows
    .filter((row) => row.are_all === null || extractorOf(row.extraction_json) < extractorVersion)
    .map(({ id }) => id);
};

const extractorOf = (json: string | null): number =>
  json === null ? 0 : (JSON.parse(json) as ExtractionRecord).extractorVersion;
