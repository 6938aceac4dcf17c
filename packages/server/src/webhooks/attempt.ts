import type { Context } from '../context.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';
import { type Answer, type Sender, openSender } from '../outbound/post-json.ts';
import { softwareVersion } from '../software-version.ts';
import type { WebhookRecord } from '../store/rows/webhooks.ts';
import { signedHeaders } from './secrets.ts';

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
export interface Attempts {
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
