import { uuidv7 } from 'uuidv7';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { findUser } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';

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
export const tellAccount = async (tx: Writer, userId: string, event: keyof typeof events): Promise<void> => {
  const user = await findUser(tx.db, userId);
  if (user === undefined) return;
  const { subject, text } = events[event];
  await enqueueMail(tx, `${event}:${uuidv7()}`, {
    to: user.email,
    subject,
    paragraphs: [
      text,
      'If this was not you, change your password, which ends all other sessions. If you cannot sign in, write to the moderators of the registry.',
    ],
  });
};
