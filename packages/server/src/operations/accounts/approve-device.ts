import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { SecondFactorNeeded } from '../../accounts/call-accounts.ts';
import { decideWaitingDevice, readUserCode, waitingDevice } from '../../accounts/device-codes.ts';
import { isPendingAs, proofOf, signInByFactor, signInByPassword } from '../../accounts/sign-in.ts';
import { wrongCode } from '../../accounts/second-factor.ts';
import { tokenDigest } from '../../accounts/tokens.ts';
import { proofMark } from '../../accounts/session-of-password.ts';
import { waysToApprove } from '../../accounts/ways-to-approve.ts';
import { prefixOf } from '../../addresses.ts';
import { actorName } from '../../authorization/rights.ts';
import { ApiError, CorrectableError } from '../../errors.ts';
import { approvedPage, reviewPage } from '../../present/device-pages.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import { endSession, findSessionId } from '../../store/rows/sessions.ts';
import { findPasswordHash } from '../../store/rows/users.ts';
import type { Call, Operation } from '../operation.ts';

type ApproveDevice = Operation<Endpoints['approveDevice']>;

/**
 * Lets a device sign in to an account. The password and the second factor are checked by a sign-in like any other; its
 * session only serves to approve, as its user, and ends with it.
 */
export const approveDevice: ApproveDevice = async (context, call) => {
  const { config, store, publicUrl } = context;
  const { cause, body } = call;
  const prefix = prefixOf(publicUrl());
  const device = await waitingDevice(store.read, config, body.user_code);
  const { token, user } = await signInAs(context, call).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const refused = { email: body.email, error };
    const ways = { ...waysToApprove(context), refused };
    throw new CorrectableError(error, reviewPage(prefix, readUserCode(body.user_code), device, ways));
  });
  const claimed = { kind: 'user', userId: user.id, isModerator: false } as const;
  const caller = { claimed, bearer: token, cause: { ...cause, actor: actorName(claimed) } };
  try {
    await act(context, caller, async (tx) => {
      const { userId } = requireUser(tx.actor);
      const hash = (await findPasswordHash(tx.db, userId)) ?? '';
      const mark = proofMark(hash, await findFactorId(tx.db, userId));
      const decision = { status: 'approved', userId, passwordMark: mark } as const;
      await decideWaitingDevice(tx, config, body.user_code, decision);
    });
  } finally {
    await store.write(caller.cause, async (tx) => {
      const sessionId = await findSessionId(tx.db, tokenDigest(token));
      if (sessionId !== undefined) await endSession(tx, sessionId);
    });
  }
  return approvedPage(prefix, device.clientId);
};

const signInAs = async (
  context: Parameters<ApproveDevice>[0],
  { cause, ip, agent, body: { email, password, code = '' } }: Call<Endpoints['approveDevice']>,
): Promise<{ token: string; user: { id: string } }> => {
  const origin = { ip, agent };
  const signedIn = await signInByPassword(context, { email, password }, origin);
  if (!(signedIn instanceof SecondFactorNeeded)) return signedIn;
  const { pending } = signedIn;
  if (code === '') {
    throw wrongCode(
      'This account has a second factor. Enter the password again and a code, or approve with a passkey.',
    );
  }
  const { userId } = pending;
  const prove = await proofOf(context, userId, { code });
  return signInByFactor(context, isPendingAs(pending), { userId, prove, cause, origin });
};
