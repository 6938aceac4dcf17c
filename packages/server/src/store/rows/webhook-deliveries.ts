import { type ChangeKind, type DeliveryStatus, limits } from '@patchbay/contract';
import { type ExpressionBuilder, type Updateable, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { QueueWriter, ReadConnection, Writer } from '../store.ts';
import type { Row, Tables } from '../tables.ts';
import { deliveryExpiry } from './webhooks.ts';

export type DeliveryRecord = Row<'webhook_deliveries'>;

export const findDelivery = (
  read: ReadConnection,
  webhookId: string,
  id: string,
): Promise<DeliveryRecord | undefined> =>
  read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The deliveries of a webhook, the newest first. */
export const findDeliveries = (
  read: ReadConnection,
  { webhookId, status }: { webhookId: string; status: DeliveryStatus | undefined },
  asked: Asked,
): Promise<Page<DeliveryRecord>> =>
  findPage(
    read
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting')),
    asked,
    (chosen) => chosen.selectAll().orderBy('id', 'desc'),
    (row): DeliveryRecord => row,
  );

/** A delivery of a change that waits. */
export type WaitingDelivery = Pick<
  DeliveryRecord,
  'id' | 'lane' | 'attempts' | 'due_at' | 'expires_at' | 'event'
> & {
  seq: number;
};

/** Those of a webhook, in the order of the log. */
export const findWaitingDeliveries = async (
  read: ReadConnection,
  webhookId: string,
): Promise<WaitingDelivery[]> => {
  const rows = await read
    .selectFrom('webhook_deliveries')
    .select(['id', 'seq', 'lane', 'attempts', 'due_at', 'expires_at', 'event'])
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ seq, ...row }) => (seq === null ? [] : [{ ...row, seq }]));
};

/** A change that a webhook may receive. */
export interface EventOfLog {
  seq: number;
  kind: ChangeKind;
  nodeKey: string | null;
}

/** Those of a webhook after `after` and up to `end`, oldest first: of its publisher, or of the whole registry. */
export const findEvents = async (
  read: ReadConnection,
  { publisherId, kinds }: { publisherId: string | null; kinds: readonly ChangeKind[] },
  { after, end, limit }: { after: number; end: number; limit: number },
): Promise<EventOfLog[]> => {
  const rows = await read
    .selectFrom('changes')
    .select(['seq', 'action', 'node_key as nodeKey'])
    .where('seq', '>', after)
    .where('seq', '<=', end)
    .where('action', 'in', kinds)
    .$if(publisherId !== null, (query) => query.where((eb) => isOf(eb, publisherId ?? '')))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, action, nodeKey }) => ({ seq, kind: action as ChangeKind, nodeKey }));
};

/**
 * Whether a publisher is told of a change: those of what it has, from when it got it, and that it lost a node. The log
 * shows the new publisher of a node what was before as well, but that is no news to anyone.
 */
const isOf = (eb: ExpressionBuilder<Tables, 'changes'>, publisherId: string) => {
  const isTransfer = sql.lit('node.transferred');
  const json = JSON.stringify({ publisher: publisherId });
  const laterGain = eb
    .selectFrom('changes as transfers')
    .select('transfers.seq')
    .where('transfers.action', '=', isTransfer)
    .whereRef('transfers.seq', '>', 'changes.seq')
    .whereRef('transfers.node_key', '=', 'changes.node_key')
    .where('transfers.after_json', '=', json);
  return eb.or([
    eb.and([eb('changes.publisher_id', '=', publisherId), eb.not(eb.exists(laterGain))]),
    eb.and([eb('changes.action', '=', isTransfer), eb('changes.before_json', '=', json)]),
  ]);
};

/** Queues deliveries, each once however often it is called. Returns those that were not queued before. */
export const insertDeliveries = async (
  { db, now }: QueueWriter,
  webhookId: string,
  events: readonly EventOfLog[],
): Promise<WaitingDelivery[]> => {
  if (events.length === 0) return [];
  const rows = events.map(({ seq, kind, nodeKey }) => ({
    id: uuidv7(),
    seq,
    event: kind as string,
    lane: nodeKey ?? '',
    attempts: 0,
    due_at: now,
    expires_at: deliveryExpiry(now),
  }));
  const inserted = await db
    .insertInto('webhook_deliveries')
    .values(
      rows.map((row) => ({
        ...row,
        ...unattempted,
        webhook_id: webhookId,
        status: 'waiting',
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['webhook_id', 'seq']).doNothing())
    .returning('id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
};

const unattempted = {
  attempted_at: null,
  duration_ms: null,
  response_status: null,
  response_excerpt: null,
  error: null,
};

/** Records a delivery that is attempted once and not again. */
export const insertTestDelivery = async (
  { db, now }: QueueWriter,
  delivery: Pick<DeliveryRecord, 'id' | 'webhook_id' | 'event' | 'status'> &
    Pick<DeliveryRecord, keyof typeof unattempted>,
): Promise<DeliveryRecord> =>
  db
    .insertInto('webhook_deliveries')
    .values({ seq: null, lane: '', attempts: 1, due_at: now, expires_at: now, created_at: now, ...delivery })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateDelivery = async (
  { db }: Pick<QueueWriter, 'db'>,
  id: string,
  columns: Updateable<Tables['webhook_deliveries']>,
): Promise<void> => {
  await db.updateTable('webhook_deliveries').set(columns).where('id', '=', id).execute();
};

/** Has all that wait attempted now, because the receiver answers again. */
export const makeDeliveriesDue = async ({ db, now }: QueueWriter, webhookId: string): Promise<void> => {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .where('due_at', '>', now)
    .execute();
};

/** Gives what waits for a publisher that could get nothing its whole time, and its webhooks another start. */
export const resumeDeliveries = async ({ db, now }: Writer, publisherId: string): Promise<void> => {
  const own = db.selectFrom('webhooks').select('id').where('publisher_id', '=', publisherId);
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: now, expires_at: deliveryExpiry(now) })
    .where('webhook_id', 'in', own)
    .where('status', '=', 'waiting')
    .execute();
  await db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('publisher_id', '=', publisherId)
    .execute();
};

/** Removes the oldest of those that ended. */
export const pruneDeliveries = async ({ db }: Pick<QueueWriter, 'db'>, webhookId: string): Promise<void> => {
  const ended = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '<>', 'waiting');
  await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', ended)
    .where('id', '<=', ended.orderBy('id', 'desc').offset(limits.webhookDeliveriesKept).limit(1))
    .execute();
};
