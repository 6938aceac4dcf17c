import type { Account, Endpoints } from '@patchbay/contract';
import { beginSessionOf } from '../../accounts/begin-session-of.ts';
import { decideDeviceOf } from '../../accounts/device-codes.ts';
import { requireProvider } from '../../accounts/provider.ts';
import { passwordMark } from '../../accounts/session-of-password.ts';
import { signInFailed, takeSignIn } from '../../accounts/sign-in-flows.ts';
import { tokenDigest } from '../../accounts/tokens.ts';
import { act } from '../../authorization/act.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { requireRecentSession } from '../../authorization/recent-session.ts';
import { unauthenticated } from '../../errors.ts';
import { enterAs, linkIdentity } from '../../lifecycle/identity.ts';
import { endSessionWith, findIdentity } from '../../store/rows/identities.ts';
import { type UserRecord, findPasswordHash, findUser } from '../../store/rows/users.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/** Completes a sign-in with the external provider: begins a session, approves a device, or links an identity. */
export const completeExternalSignIn: Operation<Endpoints['completeExternalSignIn']> = async (
  context,
  { body, ip, ...caller },
) => {
  const provider = requireProvider(context);
  const { accounts, config, store } = context;
  const { cause, bearer } = caller;
  const { purpose, user_id, user_code } = await takeSignIn(store, cause, body.flow);
  const person = await provider.prove(body.flow, body.query);
  if (purpose === 'link') {
    if (caller.claimed.kind === 'anonymous') throw unauthenticated('nobody to link to');
    const user = await act(context, caller, async (tx) => {
      const { userId } = requireUser(tx.actor);
      if (userId !== user_id) throw signInFailed('Another account began this. Begin again.');
      await requireRecentSession(tx.db, bearer ?? '');
      await linkIdentity(tx, userId, person, config);
      return findUser(tx.db, userId);
    });
    if (user === undefined) throw unauthenticated('the user is gone');
    return { purpose, user: presentAccount(user) };
  }
  const byServer = { ...cause, actor: 'server' };
  if (purpose === 'device') {
    const { user, program } = await store.write(byServer, async (tx) => {
      const user = await enterAs(tx, person, config);
      const program = await decideDeviceOf(tx, user_code ?? '', {
        status: 'approved',
        userId: user.id,
        passwordMark: await markOf(tx, user.id),
      });
      return { user, program };
    });
    return { purpose, user: presentAccount(user), program };
  }
  const entered = await store.write(byServer, async (tx) => {
    const { id: userId } = await enterAs(tx, person, config);
    return { userId, passwordMark: await markOf(tx, userId) };
  });
  const begun = await beginSessionOf(accounts, entered, ip);
  // Whoever unlinked the identity meanwhile ended only the sessions that there were.
  if ((await findIdentity(store.read, person))?.userId !== entered.userId) {
    await store.write(byServer, (tx) => endSessionWith(tx, tokenDigest(begun.token)));
    throw signInFailed('The identity was unlinked from the account meanwhile. Begin again.');
  }
  return { purpose, ...begun };
};

/** What a new session must not outlive: the password of the user, also if there is none. */
const markOf = async ({ db }: Writer, userId: string): Promise<string> =>
  passwordMark((await findPasswordHash(db, userId)) ?? '');

const presentAccount = ({ id, name, email, createdAt }: UserRecord): Account => ({
  id,
  name,
  email,
  createdAt,
});
