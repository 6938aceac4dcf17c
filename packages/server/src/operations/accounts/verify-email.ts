import { type Endpoints, type Reply, endpoints } from '@patchbay/contract';
import { callAccounts } from '../../accounts/call-accounts.ts';
import { limitGuesses } from '../../accounts/limit-attempts.ts';
import { type PendingAccount, invalidLink, requireLink } from '../../accounts/links.ts';
import { hostOf, tellUser } from '../../accounts/tell.ts';
import { writeBesideSignUps } from '../../accounts/write-beside-sign-ups.ts';
import type { Context } from '../../context.ts';
import { invalidValue, unauthenticated } from '../../errors.ts';
import { setProvenEmail } from '../../lifecycle/user.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Cause } from '../../store/log/change.ts';
import {
  type AccountLink,
  deleteLink,
  deleteLinksOfUser,
  deleteSignUps,
  findLinksOfUser,
  markLinkUsed,
} from '../../store/rows/account-links.ts';
import { type UserRecord, findUser, findUserByEmail } from '../../store/rows/users.ts';
import type { Writer } from '../../store/store.ts';
import type { Call, Operation } from '../operation.ts';

type VerifyEmail = Endpoints['verifyEmail'];

/** Does what the link was sent for, once: makes an account, verifies its address, or goes on with a change of it. */
export const verifyEmail: Operation<VerifyEmail> = async (context, call) => {
  const link = await requireLink(context.store.read, call.body.token, context.now().toISOString(), [
    ...(context.config.SIGN_IN === 'oidc' ? [] : (['sign-up'] as const)),
    'verify',
    'leave-address',
    'take-address',
  ]);
  if (link.purpose === 'sign-up') return createAccount(context, link, call);
  const cause: Cause = { ...call.cause, actor: `user:${link.user_id}` };
  return writeBesideSignUps(context.store, cause, async (tx) => {
    const user = await findUser(tx.db, link.user_id ?? '');
    if (user === undefined) throw invalidLink();
    return link.purpose === 'verify' ? verify(tx, link, user) : confirmChange(tx, context, link, user);
  });
};

/**
 * Makes the account of a sign-up. The password keeps out a stranger who signed up with the address of another, whose link
 * the owner of the address follows.
 */
const createAccount = async (
  { accounts, ...context }: Context,
  { digest, account_json: json, email }: AccountLink,
  { body: { password }, cause, ip, agent }: Call<VerifyEmail>,
): Promise<Reply<VerifyEmail>> => {
  if (json === null) throw invalidLink();
  const account = JSON.parse(json) as PendingAccount;
  if (password === undefined) {
    throw invalidValue('/password', 'Send the password of the sign-up, too.');
  }
  await limitGuesses(context, { email, ip }, async () => {
    if (await accounts.hasher.verify({ hash: account.passwordHash, password })) return;
    throw unauthenticated(
      'wrong password',
      'This is not the password of the sign-up. Try again, or sign up anew.',
    );
  });
  if ((await findUserByEmail(context.store.read, email)) !== undefined) throw invalidLink();
  const { verification: _, ...made } = await callAccounts(accounts, endpoints.signUp, {
    bearer: undefined,
    ip,
    agent,
    body: { name: account.name, email, password },
    newPassword: password,
    isVerified: true,
  });
  await context.store.write(cause, async (tx) => {
    await deleteLink(tx, digest);
    await deleteSignUps(tx, email);
  });
  return { status: 'created', ...made };
};

const verify = async (tx: Writer, { digest, email }: AccountLink, user: UserRecord) => {
  if (!(await deleteLink(tx, digest)) || user.email !== email) throw invalidLink();
  await deleteLinksOfUser(tx, user.id, ['verify']);
  await setProvenEmail(tx, user, email);
  return { status: 'verified' } as const;
};

const ofChange = ['leave-address', 'take-address'] as const;

/** Counts one end of a change of address, and changes it with the last. */
const confirmChange = async (tx: Writer, context: Context, link: AccountLink, user: UserRecord) => {
  const links = await findLinksOfUser(tx, user.id, ofChange);
  const own = links.find(({ digest }) => digest === link.digest);
  if (own === undefined || own.used_at !== null) throw invalidLink();
  if (links.some(({ digest, used_at: usedAt }) => digest !== link.digest && usedAt === null)) {
    await markLinkUsed(tx, link.digest);
    return { status: 'waiting' } as const;
  }
  if ((await findUserByEmail(tx.db, link.email)) !== undefined) throw invalidLink();
  await deleteLinksOfUser(tx, user.id, [...ofChange, 'reset', 'verify']);
  await setProvenEmail(tx, user, link.email);
  const host = hostOf(context);
  const subject = `The address of your account at ${host} changed`;
  const paragraph = `Your account at ${host} has another address now: ${link.email}. Messages go there.`;
  await tellUser(tx, context, link, {
    what: 'address-changed',
    subject,
    paragraphs: [paragraph],
  });
  // From here a new password cannot be asked for any more.
  const paragraphs = [paragraph, 'If it was not you, write to the operator of the registry at once.'];
  await enqueueMail(tx, `address-left:${link.digest}`, { to: user.email, subject, paragraphs });
  return { status: 'changed' } as const;
};
