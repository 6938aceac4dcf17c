import { type Endpoints, limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { verifyNewPasskey } from '../../accounts/passkeys.ts';
import { tellAccount } from '../../accounts/tell-account.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { presentPasskey } from '../../present/passkey.ts';
import { findPasskey, findPasskeys, insertPasskey, useChallenge } from '../../store/rows/passkeys.ts';
import { updateSessionFacts } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/** Adds a passkey to the account. The session that asks has proved it. */
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
    await insertPasskey(tx, passkey);
    if (session.factorId === undefined) await updateSessionFacts(tx, session, { factor_id: passkey.id });
    await tx.append({ kind: 'user.factor-added', about: { id: userId }, after: { factor: 'passkey' } });
    await tellAccount(tx, context, userId, 'passkey-added');
    return presentPasskey(passkey);
  });
};
