import { type MemberRole, limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { ReadConnection, Writer } from '../store.ts';
import { countRows } from './any-rows.ts';

/** An open invitation with the name of who sent it. */
export interface InvitationRecord {
  id: string;
  publisherId: string;
  email: string;
  role: MemberRole;
  inviter: { id: string; name: string };
  createdAt: string;
  expiresAt: string;
}

/** Those that can be accepted: expired ones and those of deleted publishers only wait to be removed. */
const selectOpen = (read: ReadConnection, now: string) =>
  read
    .selectFrom('invitations')
    .innerJoin('user', 'user.id', 'invitations.inviter_id')
    .innerJoin('publishers', 'publishers.id', 'invitations.publisher_id')
    .where('publishers.deleted_at', 'is', null)
    .where('invitations.expires_at', '>', now);

const shown = (query: ReturnType<typeof selectOpen>) =>
  query
    .selectAll('invitations')
    .select('user.name as inviter_name')
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc');

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

const fromRow = (row: ShownRow): InvitationRecord => ({
  id: row.id,
  publisherId: row.publisher_id,
  email: row.email,
  role: row.role,
  inviter: { id: row.inviter_id, name: row.inviter_name },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export const findInvitation = async (
  read: ReadConnection,
  id: string,
  now: string,
): Promise<InvitationRecord | undefined> => {
  const row = await shown(selectOpen(read, now)).where('invitations.id', '=', id).executeTakeFirst();
  return row && fromRow(row);
};

/** The open invitations of a publisher, newest first. */
export const findInvitationsOfPublisher = (
  read: ReadConnection,
  publisherId: string,
  now: string,
  asked: Asked,
): Promise<Page<InvitationRecord>> =>
  findPage(selectOpen(read, now).where('invitations.publisher_id', '=', publisherId), asked, shown, fromRow);

/** The open invitations to an address, newest first. */
export const findInvitationsTo = (
  read: ReadConnection,
  email: string,
  now: string,
  asked: Asked,
): Promise<Page<InvitationRecord>> =>
  findPage(selectOpen(read, now).where('invitations.email', '=', email), asked, shown, fromRow);

/** The open invitations to an address, if one is given, and by an account, at most `limits.barePageSizeMax`, newest first. */
export const findInvitationsOf = async (
  read: ReadConnection,
  { id, email }: { id: string; email: string | undefined },
  now: string,
): Promise<InvitationRecord[]> => {
  const rows = await shown(selectOpen(read, now))
    .where((eb) =>
      eb.or([
        ...(email === undefined ? [] : [eb('invitations.email', '=', email)]),
        eb('invitations.inviter_id', '=', id),
      ]),
    )
    .limit(limits.barePageSizeMax)
    .execute();
  return rows.map(fromRow);
};

export const countInvitations = (read: ReadConnection, publisherId: string, now: string): Promise<number> =>
  countRows(
    read.selectFrom('invitations').where('publisher_id', '=', publisherId).where('expires_at', '>', now),
  );

/** Opens an invitation, in place of one that the publisher sent to the address before. Returns its id. */
export const replaceInvitation = async (
  tx: Writer,
  {
    publisherId,
    email,
    ...rest
  }: { publisherId: string; email: string; role: MemberRole; inviterId: string; expiresAt: string },
): Promise<string> => {
  const id = uuidv7();
  await tx.db
    .deleteFrom('invitations')
    .where('publisher_id', '=', publisherId)
    .where('email', '=', email)
    .execute();
  await tx.db
    .insertInto('invitations')
    .values({
      id,
      publisher_id: publisherId,
      email,
      role: rest.role,
      inviter_id: rest.inviterId,
      created_at: tx.now,
      expires_at: rest.expiresAt,
    })
    .execute();
  return id;
};

export const deleteInvitation = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.deleteFrom('invitations').where('id', '=', id).execute();
};

/** Ends the invitations that a user sent, of one publisher or of all. Returns them. */
export const deleteInvitationsOf = (
  tx: Writer,
  { inviterId, publisherId }: { inviterId: string; publisherId?: string },
): Promise<{ id: string; publisherId: string; role: MemberRole }[]> =>
  tx.db
    .deleteFrom('invitations')
    .where('inviter_id', '=', inviterId)
    .$if(publisherId !== undefined, (query) => query.where('publisher_id', '=', publisherId ?? ''))
    .returning(['id', 'publisher_id as publisherId', 'role'])
    .execute();
