import type { Account, Endpoints } from '@patchbay/contract';
import { beginSessionOf } from '../../accounts/begin-session-of.ts';
import { decideDeviceOf } from '../../accounts/device-codes.ts';
import { requireProvider } from '../../accounts/provider.ts';
import { passwordMark } from '../../accounts/session-of-password.ts';
import { signInFailed, takeSignIn } from '../../accounts/sign-in-flows.ts';
import { act } from '../../authorization/act.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { requireRecentSession } from '../../authorization/recent-session.ts';
import { unauthenticated } from '../../errors.ts';
import { enterAs, linkIdentity } from '../../lifecycle/identity.ts';
import { type UserRecord, findPasswordHash, findUser } from '../../store/rows/users.ts';
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
      const hash = (await findPasswordHash(tx.db, user.id)) ?? '';
      const program = await decideDeviceOf(tx, user_code ?? '', {
        status: 'approved',
        userId: user.id,
        passwordMark: passwordMark(hash),
      });
      return { user, program };
    });
    return { purpose, user: presentAccount(user), program };
  }
  const { id } = await store.write(byServer, (tx) => enterAs(tx, person, config));
  return { purpose, ...(await beginSessionOf(accounts, id, ip)) };
};

const presentAccount = ({ id, name, email, createdAt }: UserRecord): Account => ({
  id,
  name,
  email,
  createdAt,
});
