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

/** How users sign in, and where the site is, if it is known. */
export interface Site {
  config: { SIGN_IN: 'any' | 'oidc' };
  publicUrl: () => string | undefined;
}

const steps = {
  any: {
    paragraph:
      'If it was not you, set a new password at once, which ends all sessions, and look at your tokens.',
    text: 'Set a new password',
    path: '/forgot-password',
  },
  oidc: {
    paragraph:
      'If it was not you, secure your account at the provider that you sign in with, look at what happened to this account, and tell the operator of the registry.',
    text: 'See what happened',
    path: '/account/activity',
  },
} as const;

/** Tells a user what happened to the account, and where to go if it was somebody else. */
export const tellUser = (
  tx: Writer,
  { config, publicUrl }: Site,
  { email }: Pick<UserRecord, 'email'>,
  { what, subject, paragraphs }: Told,
): Promise<void> => {
  const { paragraph, text, path } = steps[config.SIGN_IN];
  const url = publicUrl();
  return enqueueMail(tx, `${what}:${uuidv7()}`, {
    to: email,
    subject,
    paragraphs: [...paragraphs, paragraph],
    ...(url === undefined ? {} : { action: { text, url: url + path } }),
  });
};

/** How messages name the registry. */
export const hostOf = ({ publicUrl }: { publicUrl: () => string }): string => new URL(publicUrl()).host;
