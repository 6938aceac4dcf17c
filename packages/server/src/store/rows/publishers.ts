import type { PublisherProfile, PublisherStatus } from '@patchbay/contract';
import { measured, type Asked, type Page, findPage } from '../listing/pages.ts';
import { foldId } from '../identifiers.ts';
import { prepare, prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

export interface PublisherRecord {
  id: string;
  profile: PublisherProfile;
  status: PublisherStatus;
  createdAt: string;
}

export const fromPublisherRow = (row: Row<'publishers'>): PublisherRecord => ({
  id: row.id,
  profile: JSON.parse(row.profile_json) as PublisherProfile,
  status: row.status,
  createdAt: row.created_at,
});

/** The publisher, or undefined if it does not exist or was deleted. */
export const findPublisher = prepare(
  (read, id: string) =>
    read.selectFrom('publishers').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
  fromPublisherRow,
);

const selectWithRole = (read: ReadConnection, id: string, userId: string) =>
  read
    .selectFrom('publishers')
    .leftJoin('members', (join) =>
      join.onRef('members.publisher_id', '=', 'publishers.id').on('members.user_id', '=', userId),
    )
    .selectAll('publishers')
    .select('members.role')
    .where('publishers.id', '=', id)
    .where('publishers.deleted_at', 'is', null);

type RowWithRole = Awaited<ReturnType<ReturnType<typeof selectWithRole>['execute']>>[number];

const withRole = (row: RowWithRole) => ({ publisher: fromPublisherRow(row), role: row.role ?? undefined });

/** As `findPublisher`, with the role that the user has there. */
export const findPublisherWithRole = prepare(selectWithRole, withRole);

/** As `findPublisherWithRole`, for a user of any id, and the end of the log of changes, for what is kept of the list. */
export const findPublisherToList = prepare(
  (read, id: string, userId: string) =>
    selectWithRole(read, id, userId).select(
      read
        .selectFrom('changes')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .as('seq'),
    ),
  (row) => ({ ...withRole(row), logEnd: row.seq ?? 0 }),
);

/** Whether the id was ever assigned. */
export const isPublisherIdTaken = async (read: ReadConnection, id: string): Promise<boolean> =>
  (await read.selectFrom('publishers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** The id of a publisher, deleted or not, that can be taken for this one. */
export const findSimilarPublisherId = async (read: ReadConnection, id: string): Promise<string | undefined> =>
  (
    await read
      .selectFrom('publishers')
      .select('id')
      .where('folded_id', '=', foldId(id))
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** All publishers, the newest first. */
export const findPublishers = (read: ReadConnection, asked: Asked): Promise<Page<PublisherRecord>> =>
  findPage(
    read.selectFrom('publishers').where('deleted_at', 'is', null),
    asked,
    (chosen) => chosen.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    fromPublisherRow,
    measured('publishers.profile_json'),
  );

/** The publishers that the user is a member of, by id. */
export const findPublishersOfUser = (
  read: ReadConnection,
  userId: string,
  asked: Asked,
): Promise<Page<PublisherRecord>> =>
  findPage(
    read
      .selectFrom('publishers')
      .innerJoin('members', 'members.publisher_id', 'publishers.id')
      .where('members.user_id', '=', userId)
      .where('publishers.deleted_at', 'is', null),
    asked,
    (chosen) => chosen.selectAll('publishers').orderBy('publishers.id'),
    fromPublisherRow,
    measured('publishers.profile_json'),
  );

export const insertPublisher = async (
  tx: Writer,
  id: string,
  profile: PublisherProfile,
  createdAt: string = tx.now,
): Promise<PublisherRecord> => {
  const row = await tx.db
    .insertInto('publishers')
    .values({
      id,
      folded_id: foldId(id),
      profile_json: JSON.stringify(profile),
      status: 'PublisherStatusActive',
      created_at: createdAt,
      deleted_at: null,
      approved_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromPublisherRow(row);
};

export const updatePublisherRow = async (
  tx: Writer,
  { id, profile, status }: PublisherRecord,
): Promise<void> => {
  await tx.db
    .updateTable('publishers')
    .set({ profile_json: JSON.stringify(profile), status })
    .where('id', '=', id)
    .execute();
};

/** Whether a version of the node's publisher was ever Active. */
export const isPublisherApproved = async (read: ReadConnection, nodeKey: string): Promise<boolean> =>
  (await read
    .selectFrom('publishers')
    .innerJoin('nodes', 'nodes.publisher_id', 'publishers.id')
    .select('publishers.id')
    .where('nodes.key', '=', nodeKey)
    .where('publishers.approved_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Records that a version of the node's publisher is Active, unless one was before. */
export const markPublisherApproved = async (tx: Writer, nodeKey: string): Promise<void> => {
  await setApproved(tx.db, { nodeKey, at: tx.now });
};

const setApproved = prepareWrite((db, { nodeKey, at }: { nodeKey: string; at: string }) =>
  db
    .updateTable('publishers')
    .set({ approved_at: at })
    .where('approved_at', 'is', null)
    .where('id', '=', (eb) => eb.selectFrom('nodes').select('publisher_id').where('key', '=', nodeKey)),
);

export const markPublisherDeleted = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.updateTable('publishers').set({ deleted_at: tx.now }).where('id', '=', id).execute();
};
