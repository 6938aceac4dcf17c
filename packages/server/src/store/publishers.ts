import type { PublisherProfile, PublisherStatus } from '@patchbay/contract';
import { refreshEntriesOfPublisher } from './catalogue.ts';
import { prepare } from './prepare.ts';
import type { Reader, Writer } from './store.ts';
import type { Row } from './tables.ts';

export interface PublisherRecord {
  id: string;
  profile: PublisherProfile;
  status: PublisherStatus;
  createdAt: string;
}

export const isPublisherBanned = ({ status }: PublisherRecord): boolean => status === 'PublisherStatusBanned';

export const fromPublisherRow = (row: Row<'publishers'>): PublisherRecord => ({
  id: row.id,
  profile: JSON.parse(row.profile_json) as PublisherProfile,
  status: row.status,
  createdAt: row.created_at,
});

/** The publisher, or undefined when there is none or it was deleted. */
export const findPublisher = prepare(
  (read, id: string) =>
    read.selectFrom('publishers').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
  fromPublisherRow,
);

/** Whether the id was ever given away. */
export const isPublisherIdTaken = async (read: Reader, id: string): Promise<boolean> =>
  (await read.selectFrom('publishers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const findPublishers = async (read: Reader): Promise<PublisherRecord[]> => {
  const rows = await read
    .selectFrom('publishers')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(fromPublisherRow);
};

export const findPublishersOfUser = async (read: Reader, userId: string): Promise<PublisherRecord[]> => {
  const rows = await read
    .selectFrom('publishers')
    .innerJoin('members', 'members.publisher_id', 'publishers.id')
    .selectAll('publishers')
    .where('members.user_id', '=', userId)
    .where('publishers.deleted_at', 'is', null)
    .orderBy('publishers.id')
    .execute();
  return rows.map(fromPublisherRow);
};

export const insertPublisher = async (
  tx: Writer,
  id: string,
  profile: PublisherProfile,
): Promise<PublisherRecord> => {
  const row = await tx.db
    .insertInto('publishers')
    .values({
      id,
      profile_json: JSON.stringify(profile),
      status: 'PublisherStatusActive',
      created_at: tx.now,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromPublisherRow(row);
};

/** Writes what may change of a publisher, and what follows from it for the listing of all its nodes. */
export const updatePublisherRow = async (
  tx: Writer,
  { id, profile, status }: PublisherRecord,
): Promise<void> => {
  await tx.db
    .updateTable('publishers')
    .set({ profile_json: JSON.stringify(profile), status })
    .where('id', '=', id)
    .execute();
  await refreshEntriesOfPublisher(tx, id);
};

export const markPublisherDeleted = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.updateTable('publishers').set({ deleted_at: tx.now }).where('id', '=', id).execute();
};
