import { type ChangeKind, limits } from '@patchbay/contract';
import { type ExpressionBuilder, type Nullable, type Updateable, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { QueueWriter, ReadConnection, Writer } from '../store.ts';
import { countRows } from './any-rows.ts';
import type { Row, Tables } from '../tables.ts';

export interface WebhookRecord {
  id: string;
  /** Null for one of moderators. */
  publisherId: string | null;
  maker: { id: string; name: string };
  url: string;
  description: string | undefined;
  /** Undefined means all. */
  events: readonly ChangeKind[] | undefined;
  sealedSecret: string;
  sealedPrevious: string | null;
  previousUntil: string | null;
  isEnabled: boolean;
  disabledReason: string | null;
  failingSince: string | null;
  failures: number;
  /** The last change that was looked at for it. */
  seq: number;
  /** The events that wait for their delivery. */
  waiting: number;
  createdAt: string;
}

type JoinedRow = Row<'webhooks'> & { maker_name: string; waiting: number };

const fromRow = (row: JoinedRow): WebhookRecord => ({
  id: row.id,
  publisherId: row.publisher_id,
  maker: { id: row.maker_id, name: row.maker_name },
  url: row.url,
  description: row.description ?? undefined,
  events: row.events_json === null ? undefined : (JSON.parse(row.events_json) as ChangeKind[]),
  sealedSecret: row.sealed_secret,
  sealedPrevious: row.sealed_previous,
  previousUntil: row.previous_until,
  isEnabled: row.enabled === 1,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  failures: row.failures,
  seq: row.seq,
  waiting: row.waiting,
  createdAt: row.created_at,
});

const joined = (read: ReadConnection) =>
  read.selectFrom('webhooks').innerJoin('user', 'user.id', 'webhooks.maker_id');

const waiting = (read: ReadConnection) =>
  read
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .whereRef('webhook_id', '=', 'webhooks.id' as never)
    .where('status', '=', sql.lit('waiting'))
    .as('waiting');

const selectWebhooks = (read: ReadConnection) =>
  joined(read)
    .selectAll('webhooks')
    .select(['user.name as maker_name', waiting(read)])
    .$narrowType<{ waiting: number }>();

export const findWebhook = async (read: ReadConnection, id: string): Promise<WebhookRecord | undefined> => {
  const row = await selectWebhooks(read).where('webhooks.id', '=', id).executeTakeFirst();
  return row && fromRow(row);
};

const isSending = (
  eb: ExpressionBuilder<
    Pick<Tables, 'webhooks'> & { publishers: Nullable<Tables['publishers']> },
    'webhooks' | 'publishers'
  >,
) =>
  eb.and([
    eb('webhooks.enabled', '=', 1),
    eb.or([
      eb('webhooks.publisher_id', 'is', null),
      eb.and([
        eb('publishers.status', '=', 'PublisherStatusActive'),
        eb('publishers.deleted_at', 'is', null),
      ]),
    ]),
  ]);

/** One that is to be sent events now: it is turned on, and its publisher is not banned. */
export const findSendingWebhook = async (
  read: ReadConnection,
  id: string,
): Promise<WebhookRecord | undefined> => {
  const row = await selectWebhooks(read)
    .leftJoin('publishers', 'publishers.id', 'webhooks.publisher_id')
    .where('webhooks.id', '=', id)
    .where(isSending)
    .executeTakeFirst();
  return row && fromRow(row);
};

/** Whether one is still to be sent events, at the same URL and signed with the same secret. */
export const isSentAsBefore = async (
  read: ReadConnection,
  { id, url, sealedSecret }: Pick<WebhookRecord, 'id' | 'url' | 'sealedSecret'>,
): Promise<boolean> => {
  const row = await read
    .selectFrom('webhooks')
    .leftJoin('publishers', 'publishers.id', 'webhooks.publisher_id')
    .select('webhooks.id')
    .where('webhooks.id', '=', id)
    .where('webhooks.url', '=', url)
    .where('webhooks.sealed_secret', '=', sealedSecret)
    .where(isSending)
    .executeTakeFirst();
  return row !== undefined;
};

/** The webhooks of a publisher, or of moderators, in the order in which they were created. */
export const findWebhooks = (
  read: ReadConnection,
  publisherId: string | null,
  asked: Asked,
): Promise<Page<WebhookRecord>> =>
  findPage(
    joined(read).where('webhooks.publisher_id', publisherId === null ? 'is' : '=', publisherId),
    asked,
    (chosen) =>
      chosen
        .selectAll('webhooks')
        .select(['user.name as maker_name', waiting(read)])
        .$narrowType<{ waiting: number }>()
        .orderBy('webhooks.id'),
    fromRow,
  );

export const countRegistryWebhooks = (read: ReadConnection): Promise<number> =>
  countRows(read.selectFrom('webhooks').where('publisher_id', 'is', null));

interface NewWebhook {
  publisherId: string | null;
  makerId: string;
  url: string;
  description: string | undefined;
  events: readonly ChangeKind[] | undefined;
  /** Gets the id of the webhook. */
  seal: (id: string) => string;
  seq: number;
}

/** Returns the id. */
export const insertWebhook = async (
  tx: Writer,
  { publisherId, makerId, url, description, events, seal, seq }: NewWebhook,
): Promise<string> => {
  const id = uuidv7();
  await tx.db
    .insertInto('webhooks')
    .values({
      id,
      publisher_id: publisherId,
      maker_id: makerId,
      url,
      description: description ?? null,
      events_json: events === undefined ? null : JSON.stringify(events),
      sealed_secret: seal(id),
      sealed_previous: null,
      previous_until: null,
      enabled: 1,
      disabled_reason: null,
      failing_since: null,
      failures: 0,
      seq,
      created_at: tx.now,
    })
    .execute();
  return id;
};

export const updateWebhookRow = async (
  { db }: Pick<QueueWriter, 'db'>,
  id: string,
  columns: Updateable<Tables['webhooks']>,
): Promise<void> => {
  await db.updateTable('webhooks').set(columns).where('id', '=', id).execute();
};

export const deleteWebhookRow = async (
  { db }: Pick<Writer, 'db'>,
  { id }: Pick<WebhookRecord, 'id'>,
): Promise<void> => {
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
};

/** Returns how many there were. */
export const deleteWebhooksOfPublisher = async (
  { db }: Pick<Writer, 'db'>,
  publisherId: string,
): Promise<number> => {
  const own = db.selectFrom('webhooks').select('id').where('publisher_id', '=', publisherId);
  await db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', own).execute();
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Turns off what a user is responsible for: of one publisher, of moderators, or all. Returns those that were on. */
export const disableWebhooksOfMaker = async (
  { db }: Pick<Writer, 'db'>,
  { makerId, publisherId }: { makerId: string; publisherId?: string | null },
  reason: string,
): Promise<{ id: string }[]> =>
  db
    .updateTable('webhooks')
    .set({ enabled: 0, disabled_reason: reason })
    .where('maker_id', '=', makerId)
    .where('enabled', '=', 1)
    .$if(publisherId !== undefined, (query) =>
      query.where('publisher_id', publisherId === null ? 'is' : '=', publisherId ?? null),
    )
    .returning('id')
    .execute();

export const hasWebhooks = async (read: ReadConnection): Promise<boolean> =>
  (await read.selectFrom('webhooks').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Until when an event that was found now is attempted. */
export const deliveryExpiry = (now: string): string =>
  new Date(Date.parse(now) + limits.webhookDeadlineHours * 60 * 60_000).toISOString();
