import { type Change, type Profile, limits, wiresOf } from '@patchbay/contract';
import { presentPublisherChanges } from '../present/publisher-changes.ts';
import { findChangesBySeq } from '../store/log/followed-changes.ts';
import type { WebhookRecord } from '../store/rows/webhooks.ts';
import type { ReadConnection } from '../store/store.ts';
import type { Context } from '../context.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';
import { type Answer, type Sender, openSender } from '../outbound/post-json.ts';
import { softwareVersion } from '../software.ts';
import { signedHeaders } from './secrets.ts';

/**
 * The bodies of deliveries by the numbers of their changes, in the names of the host: each change as the receiver may see
 * it now. Those that it may not see any more are left out.
 */
export const writeBodies = async (
  read: ReadConnection,
  profile: Profile,
  { publisherId }: Pick<WebhookRecord, 'publisherId'>,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const found = await findChangesBySeq(read, seqs);
  const { listChanges, listPublisherChanges } = wiresOf(profile);
  if (publisherId === null) {
    const shown = found.map(({ change: { nodeId: _, ...change } }) => change);
    return bodiesOf(shown, listChanges.writeReply);
  }
  const own = found.filter(
    ({ change, publisherId: owner }) => owner === publisherId || isLossOf(change, publisherId),
  );
  const shown = await presentPublisherChanges(
    read,
    publisherId,
    own.map(({ change }) => change),
  );
  return bodiesOf(shown, listPublisherChanges.writeReply);
};

/** Whether the publisher lost the node, of which it is told like everybody. */
const isLossOf = ({ action, before }: Change, publisherId: string): boolean =>
  action === 'node.transferred' && before?.['publisher'] === publisherId;

type Shown = Pick<Change, 'seq' | 'at' | 'action' | 'before' | 'after'>;

const bodiesOf = (
  changes: readonly Shown[],
  rename: ((value: unknown) => unknown) | undefined,
): ReadonlyMap<number, string> => {
  const renamed =
    rename === undefined ? changes : (rename({ changes }) as { changes: readonly Shown[] }).changes;
  return new Map(renamed.map((change) => [change.seq, bodyOf(change)]));
};

const bodyOf = (change: Shown): string => {
  const { action: type, at: timestamp } = change;
  const body = JSON.stringify({ type, timestamp, data: change });
  if (Buffer.byteLength(body) <= limits.webhookBodyBytesMax) return body;
  const { before: _before, after: _after, ...data } = change;
  return JSON.stringify({ type, timestamp, data });
};

/** How one attempt ended, as the columns of its delivery. */
export interface Attempt {
  isDelivered: boolean;
  /** Whether the receiver says that it is gone for good. */
  isGone: boolean;
  attempted_at: string;
  duration_ms: number;
  response_status: number | null;
  response_excerpt: string | null;
  error: string | null;
}

/** Makes attempts of one webhook, over one connection while the receiver keeps it. */
interface Attempts {
  make(delivery: { id: string; body: string }): Promise<Attempt>;
  close(): Promise<void>;
}

export const openAttempts = (
  { config, now }: Pick<Context, 'config' | 'now'>,
  webhook: WebhookRecord,
): Attempts => {
  let sender: Sender | undefined;
  const post = async (id: string, at: Date, body: string): Promise<Answer> => {
    const headers = signHeaders(config.SECRET, webhook, { id, at, body });
    sender ??= await openSender(webhook.url, config.OUTBOUND_PRIVATE === 'yes');
    return sender.post(body, { ...headers, 'user-agent': `Patchbay-Webhooks/${softwareVersion}` });
  };
  return {
    make: async ({ id, body }) => {
      const at = now();
      const begun = performance.now();
      const outcome = await post(id, at, body).catch((error: unknown) => {
        if (error instanceof OutboundError) return error;
        throw error;
      });
      const attempt = {
        isDelivered: false,
        isGone: false,
        attempted_at: at.toISOString(),
        duration_ms: Math.round(performance.now() - begun),
        response_status: null,
        response_excerpt: null,
        error: null,
      };
      if (outcome instanceof OutboundError) return { ...attempt, error: `${outcome.message}.` };
      const { status, excerpt } = outcome;
      return {
        ...attempt,
        isDelivered: status >= 200 && status < 300,
        isGone: status === 410,
        response_status: status,
        response_excerpt: excerpt === '' ? null : excerpt,
        error: errorOf(status),
      };
    },
    close: async () => sender?.close(),
  };
};

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The receiver redirects with status ${status}, and redirects are not followed.`
    : `The receiver answered with status ${status}.`;
};

const signHeaders: typeof signedHeaders = (...args) => {
  try {
    return signedHeaders(...args);
  } catch (cause) {
    throw new OutboundError('the secret of the webhook cannot be read. Rotate it', { cause });
  }
};
