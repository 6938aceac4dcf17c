import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type SealedBy, seal, unseal } from '../seal.ts';
import type { WebhookRecord } from '../store/rows/webhooks.ts';

/** A new secret as the libraries of Standard Webhooks take it. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const sealedBy = (secret: string, id: string): SealedBy => ({ secret, id, purpose: ['webhook'] });

export const sealSecret = (serverSecret: string, webhookId: string, secret: string): string =>
  seal(sealedBy(serverSecret, webhookId), secret);

type Signing = Pick<WebhookRecord, 'id' | 'sealedSecret' | 'sealedPrevious' | 'previousUntil'>;

/** Whether deliveries are still signed with the previous secret as well. */
export const isOverlapping = ({ previousUntil }: Pick<Signing, 'previousUntil'>, now: Date): boolean =>
  previousUntil !== null && Date.parse(previousUntil) > now.getTime();

/**
 * The headers of an attempt, by Standard Webhooks: signed with the secret, and while the previous one is good with that,
 * too. Throws if the secrets were sealed with another secret of the server.
 */
export const signedHeaders = (
  serverSecret: string,
  webhook: Signing,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> => {
  const { sealedSecret, sealedPrevious } = webhook;
  const sealed = [
    sealedSecret,
    ...(sealedPrevious !== null && isOverlapping(webhook, at) ? [sealedPrevious] : []),
  ];
  const signatures = sealed.map((one) =>
    new Webhook(unseal(sealedBy(serverSecret, webhook.id), one)).sign(id, at, body),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
};
