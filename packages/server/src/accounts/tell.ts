import { uuidv7 } from 'uuidv7';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { UserRecord } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';

/** What happened to an account, and what its user does if it was somebody else. */
interface Told {
  /** Names the event, in one word. */
  what: string;
  subject: string;
  paragraphs: readonly string[];
}

/** Tells a user what happened to the account, and where to go if it was somebody else. */
export const tellUser = (
  tx: Writer,
  publicUrl: string | undefined,
  { email }: Pick<UserRecord, 'email'>,
  { what, subject, paragraphs }: Told,
): Promise<void> =>
  enqueueMail(tx, `${what}:${uuidv7()}`, {
    to: email,
    subject,
    paragraphs: [
      ...paragraphs,
      'If it was not you, set a new password at once, which ends all sessions, and look at your tokens.',
    ],
    ...(publicUrl === undefined
      ? {}
      : { action: { text: 'Set a new password', url: `${publicUrl}/forgot-password` } }),
  });

/** How messages name the registry. */
export const hostOf = ({ publicUrl }: { publicUrl: () => string }): string => new URL(publicUrl()).host;
