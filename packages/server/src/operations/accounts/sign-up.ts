import { type Body, type Endpoints, endpoints } from '@patchbay/contract';
import { callAccounts, invalidEmail } from '../../accounts/call-accounts.ts';
import { limitMails } from '../../accounts/limit-attempts.ts';
import { sendLink } from '../../accounts/links.ts';
import { requireGoodPassword } from '../../accounts/password-rules.ts';
import { hostOf } from '../../accounts/tell.ts';
import type { Context } from '../../context.ts';
import { invalidValue } from '../../errors.ts';
import { inEqualTime } from '../../timing.ts';
import { isMailboxAddress } from '../../mail/mail-settings.ts';
import { findUserByEmail } from '../../store/rows/users.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/**
 * Creates an account and its first session, unless the registry is closed to strangers. Where addresses must be verified,
 * it only sends a link: who follows it and knows the password gets the account, so that nobody holds an address of
 * another. The owner of an address that has an account is told instead, and the answer is the same.
 */
export const signUp: Operation<Endpoints['signUp']> = async (context, { cause, bearer, ip, agent, body }) => {
  const { accounts, config, store } = context;
  const isOpen = config.SIGN_UP === 'open';
  if (body.name.trim() === '') throw invalidValue('/name', 'Write what others may call you.');
  requireMailboxAddress(body.email);
  if (isOpen) await requireGoodPassword(context, body.password, body, 'password');
  if (config.EMAIL_VERIFICATION === 'off' || !isOpen) {
    return callAccounts(accounts, endpoints.signUp, {
      bearer,
      ip,
      agent,
      body,
      ...(isOpen ? { newPassword: body.password } : {}),
    });
  }
  await limitMails(context, body.email, 'reset');
  // Hashed for a known address, too, which takes as long.
  const passwordHash = await accounts.hasher.hash(body.password);
  await inEqualTime(() => store.write(cause, (tx) => sendFirstLink(tx, context, { ...body, passwordHash })));
  return { verification: 'sent' };
};

const sendFirstLink = async (
  tx: Writer,
  context: Context,
  { name, email, passwordHash }: Body<Endpoints['signUp']> & { passwordHash: string },
): Promise<void> => {
  const host = hostOf(context);
  const known = await findUserByEmail(tx.db, email);
  if (known !== undefined) {
    await sendLink(tx, context, {
      purpose: 'reset',
      to: known.email,
      userId: known.id,
      message: {
        subject: `You have an account at ${host}`,
        paragraphs: [
          `Somebody wanted to sign up at ${host} with this address, which has an account already. Nothing was changed.`,
          'If it was you, sign in. If you do not remember the password, the link sets a new one.',
        ],
        action: 'Set a new password',
      },
    });
    return;
  }
  await sendLink(tx, context, {
    purpose: 'sign-up',
    to: email,
    userId: null,
    account: { name, passwordHash },
    message: {
      subject: `Finish your account at ${host}`,
      paragraphs: [
        `Somebody signed up at ${host} with this address. If it was you, follow the link within a day and enter the password that you chose.`,
        'If it was not you, do nothing: without the link there is no account.',
      ],
      action: 'Finish the account',
    },
  });
};

/** The accounts library refuses most others. Addresses below `.invalid` belong to accounts that are deleted or have none. */
const requireMailboxAddress = (email: string): void => {
  if (isMailboxAddress(email)) return;
  throw invalidValue('/email', invalidEmail);
};
