import type { MemberRole } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import { prepare } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';

export interface MemberRecord {
  id: string;
  role: MemberRole;
  user: { id: string; name: string; email: string };
}

const joined = (read: ReadConnection) =>
  read.selectFrom('members').innerJoin('user', 'user.id', 'members.user_id');

const inOrder = (members: ReturnType<typeof joined>) =>
  members
    .select(['members.id', 'members.role', 'members.user_id', 'user.name', 'user.email'])
    .orderBy('members.created_at')
    .orderBy('members.id');

const selectMembers = (read: ReadConnection) => inOrder(joined(read));

const fromRow = (row: {
  id: string;
  role: MemberRole;
  user_id: string;
  name: string;
  email: string;
}): MemberRecord => ({
  id: row.id,
  role: row.role,
  user: { id: row.user_id, name: row.name, email: row.email },
});

export const findMembers = async (read: ReadConnection, publisherId: string): Promise<MemberRecord[]> => {
  const rows = await selectMembers(read).where('members.publisher_id', '=', publisherId).execute();
  return rows.map(fromRow);
};

/** A page of the members of a publisher, in the order in which they became members. */
export const findMemberPage = (
  read: ReadConnection,
  publisherId: string,
  asked: Asked,
): Promise<Page<MemberRecord>> =>
  findPage(joined(read).where('members.publisher_id', '=', publisherId), asked, inOrder, fromRow);

/** The members of several publishers, by publisher id. Publishers without members are left out. */
export const findMembersOfPublishers = async (
  read: ReadConnection,
  publisherIds: readonly string[],
): Promise<ReadonlyMap<string, MemberRecord[]>> => {
  if (publisherIds.length === 0) return new Map();
  const rows = await selectMembers(read)
    .select('members.publisher_id')
    .where('members.publisher_id', 'in', publisherIds)
    .execute();
  const groups = Map.groupBy(rows, ({ publisher_id }) => publisher_id);
  return new Map([...groups].map(([id, members]) => [id, members.map(fromRow)]));
};

export const findMemberOfUser = prepare(
  (read, publisherId: string, userId: string) =>
    selectMembers(read).where('members.publisher_id', '=', publisherId).where('members.user_id', '=', userId),
  fromRow,
);

/** The memberships of a user. */
export const findMembershipsOf = async (
  read: ReadConnection,
  userId: string,
): Promise<{ memberId: string; publisherId: string; role: MemberRole }[]> =>
  read
    .selectFrom('members')
    .select(['id as memberId', 'publisher_id as publisherId', 'role'])
    .where('user_id', '=', userId)
    .execute();

/** Adds the user as a member, or changes the member's role. */
export const upsertMember = async (
  tx: Writer,
  publisherId: string,
  userId: string,
  role: MemberRole,
): Promise<void> => {
  await tx.db
    .insertInto('members')
    .values({ id: uuidv7(), publisher_id: publisherId, user_id: userId, role, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'user_id']).doUpdateSet({ role }))
    .execute();
};

export const deleteMember = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.deleteFrom('members').where('id', '=', id).execute();
};

/** Returns how many there were. */
export const deleteMembersOfPublisher = async (tx: Writer, publisherId: string): Promise<number> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('members')
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** The publishers of which a user is a member by a group of the external provider. */
export const findGroupPublishers = async (read: ReadConnection, userId: string): Promise<string[]> => {
  const rows = await read
    .selectFrom('group_members')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .orderBy('publisher_id')
    .execute();
  return rows.map(({ publisher_id }) => publisher_id);
};

export const insertGroupMember = async (tx: Writer, publisherId: string, userId: string): Promise<void> => {
  await tx.db
    .insertInto('group_members')
    .values({ publisher_id: publisherId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const deleteGroupMember = async (tx: Writer, publisherId: string, userId: string): Promise<void> => {
  await tx.db
    .deleteFrom('group_members')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .execute();
};
