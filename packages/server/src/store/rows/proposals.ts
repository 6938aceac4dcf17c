import type { ProposalAim } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { ReadConnection, Writer } from '../store.ts';
import { countRows } from './any-rows.ts';

/** What waits for a second moderator. */
export interface ProposalRecord {
  id: string;
  moderation: string;
  params: unknown;
  body: unknown;
  aim: ProposalAim;
  subject: string;
  about: string;
  reason: string;
  proposer: { id: string; name: string };
  createdAt: string;
  expiresAt: string;
}

const selectOpen = (read: ReadConnection, now: string) =>
  read
    .selectFrom('proposals')
    .innerJoin('user', 'user.id', 'proposals.proposer_id')
    .where('proposals.expires_at', '>', now);

const shown = (query: ReturnType<typeof selectOpen>) =>
  query
    .selectAll('proposals')
    .select('user.name as proposer_name')
    .orderBy('proposals.created_at')
    .orderBy('proposals.id');

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

const fromRow = (row: ShownRow): ProposalRecord => ({
  id: row.id,
  moderation: row.moderation,
  params: JSON.parse(row.params_json) as unknown,
  body: JSON.parse(row.body_json) as unknown,
  aim: row.aim,
  subject: row.subject,
  about: row.about,
  reason: row.reason,
  proposer: { id: row.proposer_id, name: row.proposer_name },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export const findProposal = async (
  read: ReadConnection,
  id: string,
  now: string,
): Promise<ProposalRecord | undefined> => {
  const row = await shown(selectOpen(read, now)).where('proposals.id', '=', id).executeTakeFirst();
  return row && fromRow(row);
};

/** The open proposals, oldest first. */
export const findProposals = (
  read: ReadConnection,
  now: string,
  asked: Asked,
): Promise<Page<ProposalRecord>> => findPage(selectOpen(read, now), asked, shown, fromRow);

export const countProposals = (read: ReadConnection, now: string): Promise<number> =>
  countRows(read.selectFrom('proposals').where('expires_at', '>', now));

/** Opens a proposal. Returns its id. */
export const insertProposal = async (
  tx: Writer,
  {
    params,
    body,
    proposerId,
    expiresAt,
    ...rest
  }: Omit<ProposalRecord, 'id' | 'proposer' | 'createdAt'> & {
    proposerId: string;
  },
): Promise<string> => {
  const id = uuidv7();
  await tx.db
    .insertInto('proposals')
    .values({
      id,
      ...rest,
      params_json: JSON.stringify(params),
      body_json: JSON.stringify(body),
      proposer_id: proposerId,
      created_at: tx.now,
      expires_at: expiresAt,
    })
    .execute();
  return id;
};

/** Deletes what this moderator proposed, or what was proposed about this, and returns what was still open. */
export const deleteProposals = async (
  tx: Writer,
  of: { proposerId: string } | { subject: string },
): Promise<Pick<ProposalRecord, 'id' | 'aim' | 'subject'>[]> => {
  const [column, value] =
    'subject' in of ? (['subject', of.subject] as const) : (['proposer_id', of.proposerId] as const);
  const ended = await tx.db
    .deleteFrom('proposals')
    .where(column, '=', value)
    .returning(['id', 'aim', 'subject', 'expires_at'])
    .execute();
  return ended.filter(({ expires_at: end }) => end > tx.now);
};

export const deleteProposal = async (tx: Writer, id: string): Promise<void> => {
  await tx.db.deleteFrom('proposals').where('id', '=', id).execute();
};
