import type { ExpressionBuilder } from 'kysely';
import type { JobKind } from '../queue/job-kinds.ts';
import type { ReadConnection } from '../store.ts';
import type { Tables } from '../tables.ts';
import { isReplicated } from './replicated.ts';

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
