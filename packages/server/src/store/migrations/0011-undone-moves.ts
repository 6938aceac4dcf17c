import type { NodeStatus } from '@patchbay/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Step } from './step.ts';

/**
 * What it takes to undo a move: the status of a node before its ban, and when a version was deleted, both as the log
 * has them. A banned version whose package never came is looked at again at its deadline.
 */
export const undoneMoves: Step = async (db, { text }) => {
  await db.schema.alterTable('nodes').addColumn('status_before_ban', text).execute();
  await db.schema.alterTable('versions').addColumn('deleted_at', text).execute();
  const banned = await db
    .selectFrom('nodes')
    .select('key')
    .where('status', '=', 'NodeStatusBanned')
    .execute();
  for (const { key } of banned) {
    await db
      .updateTable('nodes')
      .set({ status_before_ban: await findStatusBeforeBan(db, key) })
      .where('key', '=', key)
      .execute();
  }
  await db
    .updateTable('versions')
    .set((eb) => ({
      deleted_at: eb
        .selectFrom('changes')
        .select((of) => of.fn.max('changes.at').as('at'))
        .where('changes.subject', '=', sql<string>`'version:' || versions.id`)
        .where('changes.action', '=', 'version.deleted'),
    }))
    .where('status', '=', 'NodeVersionStatusDeleted')
    .execute();
  await db
    .insertInto('jobs')
    .columns(['kind', 'subject', 'run_at', 'attempts'])
    .expression((eb) =>
      eb
        .selectFrom('versions')
        .select((of) => [
          of.val('receive-package').as('kind'),
          'id',
          'upload_deadline',
          of.lit(0).as('attempts'),
        ])
        .where('status', '=', 'NodeVersionStatusBanned')
        .where('stored_at', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const findStatusBeforeBan = async (db: Kysely<Tables>, key: string): Promise<NodeStatus> => {
  const moves = await db
    .selectFrom('changes')
    .select(['before_json', 'after_json'])
    .where('subject', '=', `node:${key}`)
    .where('action', '=', 'node.updated')
    .orderBy('seq', 'desc')
    .execute();
  const ban = moves.find(({ after_json }) => statusIn(after_json) === 'NodeStatusBanned');
  return statusIn(ban?.before_json ?? null) ?? 'NodeStatusActive';
};

const statusIn = (json: string | null): NodeStatus | undefined =>
  json === null ? undefined : (JSON.parse(json) as { status?: NodeStatus }).status;
