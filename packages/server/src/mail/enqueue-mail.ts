import { createHmac } from 'node:crypto';
import { limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { countWaitingMails, insertMail } from '../store/rows/mails.ts';
import type { Writer } from '../store/store.ts';
import { isMailboxAddress } from './mail-settings.ts';

/** A message to a person, in plain text: markup in it is shown as it is written. */
export interface Message {
  /** One e-mail address. */
  to: string;
  subject: string;
  paragraphs: readonly string[];
  /**
   * A link below the paragraphs. `{secret}` in its URL becomes the `mailSecret` of the event when the message is sent,
   * so that nothing in the database can be used in place of the link.
   */
  action?: { text: string; url: string };
  /** Until when it is worth sending, as RFC 3339 text; by default for `limits.mailDeadlineHours`. */
  expiresAt?: string;
  /** Why it is given up, if it is one too many. */
  obstacle?: string | undefined;
}

/**
 * Queues a message in the transaction of the event that it tells of. A job sends it after the commit. `event` names the
 * event, for example `invitation:<id>`, in at most 200 characters; it is told once, however often
 * it is queued. A message to an address that cannot get mail, or beyond the bounds of the queue, is recorded as given up:
 * what happened is not undone because nobody can be told of it.
 */
export const enqueueMail = async (tx: Writer, event: string, message: Message): Promise<void> => {
  if (event.length > eventCharsMax) throw new RangeError(`the event ${event} has too long a name`);
  const { to, expiresAt = after(tx.now, limits.mailDeadlineHours), obstacle, ...texts } = message;
  const failure = obstacle ?? (await findObstacle(tx, to));
  const id = uuidv7();
  const isNew = await insertMail(tx, {
    id,
    event,
    recipient: failure === null ? to : null,
    message_json: failure === null ? JSON.stringify(texts) : null,
    created_at: tx.now,
    expires_at: expiresAt,
    ended_at: failure === null ? null : tx.now,
    failure,
  });
  if (isNew && failure === null) await tx.enqueue({ kind: 'send-mail', subject: id, runAt: tx.now });
};

const eventCharsMax = 200;

const findObstacle = async (tx: Writer, to: string): Promise<string | null> => {
  if (!isMailboxAddress(to)) return 'It is to no address that mail can be sent to.';
  const waiting = await countWaitingMails(tx.db, to, limits.mailsWaitingMax);
  if (waiting.all >= limits.mailsWaitingMax) return 'Too many messages waited.';
  return waiting.ofRecipient >= limits.mailsOfAddressWaitingMax
    ? 'Too many messages to this address waited.'
    : null;
};

const after = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * 60 * 60_000).toISOString();

/** The secret of the link in the message about an event, 256 bits. Only this server can compute it. */
export const mailSecret = (serverSecret: string, event: string): string =>
  createHmac('sha256', serverSecret)
    .update(JSON.stringify(['link of a message', event]))
    .digest('base64url');
