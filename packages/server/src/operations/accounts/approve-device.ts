import { type Endpoints, endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { decideWaitingDevice, waitingDevice } from '../../accounts/device-codes.ts';
import { limitGuesses } from '../../accounts/limit-guesses.ts';
import { tokenDigest } from '../../accounts/tokens.ts';
import { passwordMark } from '../../accounts/session-of-password.ts';
import { prefixOf } from '../../prefix-of.ts';
import { actorName } from '../../authorization/rights.ts';
import { approvedPage } from '../../present/device-pages.ts';
import { endSession, findPasswordHash, findSessionId } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';

/**
 * Lets a device sign in to an account. The password is checked by a sign-in like any other; its session only serves to
 * approve, as its user, and ends with it.
 */
export const approveDevice: Operation<Endpoints['approveDevice']> = async (
  context,
  { cause, ip, body: { user_code: userCode, ...credentials } },
) => {
  const { accounts, config, store, publicUrl } = context;
  const { clientId } = await waitingDevice(store.read, config, userCode);
  const { token, user } = await limitGuesses(context, { email: credentials.email, ip }, () =>
    callAccounts(accounts, endpoints.signIn, { bearer: undefined, ip, body: credentials }),
  );
  const claimed = { kind: 'user', userId: user.id, isModerator: false } as const;
  const caller = { claimed, bearer: token, cause: { ...cause, actor: actorName(claimed) } };
  try {
    await act(context, caller, async (tx) => {
      const { userId } = requireUser(tx.actor);
      const hash = (await findPasswordHash(tx.db, userId)) ?? '';
      const decision = { status: 'approved', userId, passwordMark: passwordMark(hash) } as const;
      await decideWaitingDevice(tx, config, userCode, decision);
    });
  } finally {
    await store.write(caller.cause, async (tx) => {
      const sessionId = await findSessionId(tx.db, tokenDigest(token));
      if (sessionId !== undefined) await endSession(tx, sessionId);
    });
  }
  return approvedPage(prefixOf(publicUrl()), clientId);
};
