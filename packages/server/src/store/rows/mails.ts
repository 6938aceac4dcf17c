import type { QueueWriter, ReadConnection, Writer } from '../store.ts';
import { countRows } from './any-rows.ts';
import type { NewRow, Row } from '../tables.ts';

/** A message that waits to be sent. */
export type WaitingMail = Row<'mails'> & { recipient: string; message_json: string };

/** How many messages wait: all of them, at most `max`, and those to one address. */
export const countWaitingMails = async (
  read: ReadConnection,
  recipient: string,
  max: number,
): Promise<{ all: number; ofRecipient: number }> => {
  const waiting = read.selectFrom('mails').where('ended_at', 'is', null);
  const some = await waiting.select('id').limit(max).execute();
  return { all: some.length, ofRecipient: await countRows(waiting.where('recipient', '=', recipient)) };
};

/** How many messages there are, or were of late, for events whose name begins so: at most `max`. */
export const countMailsOfEvents = async (
  read: ReadConnection,
  beginning: string,
  max: number,
): Promise<number> => {
  const some = await read
    .selectFrom('mails')
    .select('id')
    .where('event', '>=', beginning)
    .where('event', '<', `${beginning}~`)
    .limit(max)
    .execute();
  return some.length;
};

/** Inserts a message unless there is one for its event. Returns whether it did. */
export const insertMail = async (tx: Writer, row: NewRow<'mails'>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('event').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
};

/** What became of the messages of events, by the event; without those that are long gone. */
export const findEndsOfMails = async (
  read: ReadConnection,
  events: readonly string[],
): Promise<ReadonlyMap<string, { endedAt: string | null; failure: string | null }>> => {
  if (events.length === 0) return new Map();
  const rows = await read
    .selectFrom('mails')
    .select(['event', 'ended_at', 'failure'])
    .where('event', 'in', events)
    .execute();
  return new Map(rows.map((row) => [row.event, { endedAt: row.ended_at, failure: row.failure }]));
};

/** Undefined if the message is unknown, or was sent or given up, which is when it is forgotten. */
export const findWaitingMail = (read: ReadConnection, id: string): Promise<WaitingMail | undefined> =>
  read
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$narrowType<{ recipient: string; message_json: string }>()
    .executeTakeFirst();

/** Ends a message as sent, or as given up with a reason, and forgets what it said and to whom. */
export const endMail = async (
  { db, now }: Pick<QueueWriter, 'db' | 'now'>,
  id: string,
  failure: string | null,
): Promise<void> => {
  await db
    .updateTable('mails')
    .set({ recipient: null, message_json: null, ended_at: now, failure })
    .where('id', '=', id)
    .execute();
};

/** Removes at most `max` messages that were queued before a time and have ended. Returns how many. */
export const deleteOldMails = async (
  tx: Writer,
  { before, max }: { before: string; max: number },
): Promise<number> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('mails')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails as old')
        .select('old.id')
        .where('old.created_at', '<', before)
        .where('old.ended_at', 'is not', null)
        .limit(max),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
