import { uuidv7 } from 'uuidv7';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { type UserRecord, findUser } from '../store/rows/users.ts';
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

const events = {
  'factor-added': {
    subject: 'A second factor was added to your account',
    text: 'An authenticator app was added to your account. From now on, signing in takes a code of it besides the password. All other sessions have ended.',
  },
  'factor-removed': {
    subject: 'The second factor of your account was removed',
    text: 'The authenticator app of your account was removed. Unless you have a passkey, the password alone signs in now. All other sessions have ended.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    text: 'A passkey was added to your account. It signs in without the password, which signs nobody in by itself any more.',
  },
  'passkey-removed': {
    subject: 'A passkey of your account was removed',
    text: 'A passkey of your account was removed. Without another one or an authenticator app, the password alone signs in now. All other sessions have ended.',
  },
  'identity-linked': {
    subject: 'An external identity was linked to your account',
    text: 'An identity at the external provider was linked to your account and signs in to it from now on. The account page lists it under External sign-in.',
  },
  'identity-unlinked': {
    subject: 'An external identity was unlinked from your account',
    text: 'An identity at the external provider was unlinked from your account and signs in to it no longer. All other sessions have ended.',
  },
  'recovery-codes-renewed': {
    subject: 'Your account has new recovery codes',
    text: 'New recovery codes were made for your account. Those before are worth nothing.',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your account was used',
    text: 'A recovery code took the place of your authenticator app or passkey. Make new ones under Account → Security before you run out of them.',
  },
} as const;

/** Tells the person of an account by mail what changed of how one signs in to it. */
export const tellAccount = async (
  tx: Writer,
  site: Site,
  userId: string,
  event: keyof typeof events,
): Promise<void> => {
  const user = await findUser(tx.db, userId);
  if (user === undefined) return;
  const { subject, text } = events[event];
  await tellUser(tx, site, user, { what: event, subject, paragraphs: [text] });
};
