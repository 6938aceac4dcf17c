import { findUser } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';
import { type Site, tellUser } from './tell.ts';

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
