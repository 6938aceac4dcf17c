import { type Endpoints, type Reply, endpoints } from '@patchbay/contract';
import type { Accounts } from '../../accounts/accounts.ts';
import { SecondFactorNeeded, callAccounts } from '../../accounts/call-accounts.ts';
import type { SessionOrigin } from '../../accounts/session-origin.ts';
import { decideDeviceOf } from '../../accounts/device-codes.ts';
import { requireProvider } from '../../accounts/provider.ts';
import { passwordMark, sessionOfUserPath } from '../../accounts/session-of-password.ts';
import { pendingSignIn, providerMark } from '../../accounts/sign-in.ts';
import { signInFailed, takeSignIn } from '../../accounts/sign-in-flows.ts';
import { tellAccount } from '../../accounts/tell.ts';
import { tokenDigest } from '../../accounts/tokens.ts';
import { writeBesideSignUps } from '../../accounts/write-beside-sign-ups.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { demandRecentSignIn } from '../../authorization/recent-sign-in.ts';
import { knownUser } from '../../authorization/user.ts';
import { unauthenticated } from '../../errors.ts';
import { enterAs, linkIdentity } from '../../lifecycle/identity.ts';
import { findIdentity } from '../../store/rows/identities.ts';
import { presentAccount } from '../../present/account.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import { endSession, findSessionId } from '../../store/rows/sessions.ts';
import { findPasswordHash } from '../../store/rows/users.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/**
 * Completes a sign-in with the external provider: begins a session, approves a device, or links an identity. The provider
 * stands for the password: an account with a second factor is asked for it, too.
 */
export const completeExternalSignIn: Operation<Endpoints['completeExternalSignIn']> = async (
  context,
  { body, ip, agent, ...caller },
) => {
  const provider = requireProvider(context);
  const { accounts, config, store } = context;
  const { cause } = caller;
  const { purpose, user_id, user_code } = await takeSignIn(store, cause, body.flow);
  const person = await provider.prove(body.flow, body.query);
  if (purpose === 'link') {
    if (caller.claimed.kind === 'anonymous') throw unauthenticated('nobody to link to');
    const user = await act(context, caller, async (tx) => {
      const { userId } = requireSession(tx.actor);
      if (userId !== user_id) throw signInFailed('Another account began this. Begin again.');
      await demandRecentSignIn(context, tx.actor);
      if (await linkIdentity(tx, userId, person, config)) {
        await tellAccount(tx, context, userId, 'identity-linked');
      }
      return knownUser(tx.db, tx.actor);
    });
    return { purpose, user: presentAccount(user) };
  }
  const byServer = { ...cause, actor: 'server' };
  if (purpose === 'device') {
    const entered = await writeBesideSignUps(store, byServer, async (tx) => {
      const user = await enterAs(tx, person, config);
      const pendingMark = await providerMark(tx.db, user.id);
      if ((await findFactorId(tx.db, user.id)) !== undefined) return { user, pendingMark };
      const passwordMark = await markOf(tx, user.id);
      const decision = { status: 'approved', userId: user.id, passwordMark } as const;
      return { user, pendingMark, program: await decideDeviceOf(tx, user_code ?? '', decision) };
    });
    const user = presentAccount(entered.user);
    if (entered.program !== undefined) return { purpose, user, program: entered.program };
    const { pendingMark } = entered;
    const pending = { userId: user.id, passwordMark: pendingMark, device: user_code ?? undefined };
    return { purpose, ...(await pendingSignIn(context, pending)), user };
  }
  const entered = await writeBesideSignUps(store, byServer, async (tx) => {
    const user = await enterAs(tx, person, config);
    const pendingMark = await providerMark(tx.db, user.id);
    return { user, userId: user.id, passwordMark: await markOf(tx, user.id), pendingMark };
  });
  const begun = await beginSessionOf(accounts, entered, { ip, agent }).catch((error: unknown) => {
    if (error instanceof SecondFactorNeeded) return error;
    throw error;
  });
  if (begun instanceof SecondFactorNeeded) {
    const pending = { userId: entered.userId, passwordMark: entered.pendingMark };
    return { purpose, ...(await pendingSignIn(context, pending)), user: presentAccount(entered.user) };
  }
  // Whoever unlinked the identity meanwhile ended only the sessions that there were.
  if ((await findIdentity(store.read, person))?.userId !== entered.userId) {
    await store.write(byServer, async (tx) => {
      const id = await findSessionId(tx.db, tokenDigest(begun.token));
      if (id !== undefined) await endSession(tx, id);
    });
    throw signInFailed('The identity was unlinked from the account meanwhile. Begin again.');
  }
  return { purpose, ...begun };
};

/** What a new session must not outlive: the password of the user, also if there is none. */
const markOf = async ({ db }: Writer, userId: string): Promise<string> =>
  passwordMark((await findPasswordHash(db, userId)) ?? '');

const sessionOfUser = { ...endpoints.signIn, path: `/auth${sessionOfUserPath}` } as const;

/**
 * Begins a session of a user whom an external provider vouched for, unless the password that the mark is of was replaced
 * meanwhile. Throws `forbidden` for a banned user, and SecondFactorNeeded.
 */
const beginSessionOf = (
  accounts: Accounts,
  { userId, passwordMark }: { userId: string; passwordMark: string },
  origin: SessionOrigin,
): Promise<Reply<typeof sessionOfUser>> =>
  callAccounts(accounts, sessionOfUser, { bearer: undefined, ...origin, body: { userId }, passwordMark });
