import { type Endpoints, limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { verifyNewPasskey } from '../../accounts/passkeys.ts';
import { makeRecoveryCodes } from '../../accounts/second-factor.ts';
import { tellAccount } from '../../accounts/tell.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { presentPasskey } from '../../present/account.ts';
import { findPasskey, findPasskeys, insertPasskey, useChallenge } from '../../store/rows/passkeys.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import { endOtherSessions, updateSessionFacts } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/**
 * Adds a passkey to the account. The session that asks has proved it. If it is the first factor besides the password,
 * sessions of the password alone end, and recovery codes are made.
 */
export const addPasskey: Operation<Endpoints['addPasskey']> = async (
  context,
  { body: { name, credential }, ...caller },
) => {
  const { userId: claimedId } = requireSession(caller.claimed);
  const { challenge, ...made } = await verifyNewPasskey(context, claimedId, credential);
  return act(context, caller, async (tx) => {
    const { userId, session } = requireSession(tx.actor);
    const known = await findPasskey(tx.db, made.credential_id);
    if (known !== undefined || !(await useChallenge(tx, challenge))) {
      throw new ApiError('illegal_transition', 'This passkey was added before. Make another one.');
    }
    if ((await findPasskeys(tx.db, userId)).length >= limits.passkeysMax) {
      throw new ApiError(
        'illegal_transition',
        `An account has at most ${limits.passkeysMax} passkeys. Remove one before you add another.`,
      );
    }
    const passkey = { id: uuidv7(), user_id: userId, ...made, name, created_at: tx.now, last_used_at: null };
    const isFirst = (await findFactorId(tx.db, userId)) === undefined;
    await insertPasskey(tx, passkey);
    if (isFirst) await endOtherSessions(tx, userId, session.id);
    if (session.factorId === undefined) await updateSessionFacts(tx, session, { factor_id: passkey.id });
    await tx.append({ kind: 'user.factor-added', about: { id: userId }, after: { factor: 'passkey' } });
    await tellAccount(tx, context, userId, 'passkey-added');
    return {
      ...presentPasskey(passkey),
      ...(isFirst ? { recovery_codes: await makeRecoveryCodes(tx, userId) } : {}),
    };
  });
};
