import type { Endpoints } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { makeTotpSecret, presentTotp, sealTotpSecret } from '../../accounts/second-factor.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { ApiError } from '../../errors.ts';
import { findTotp, replaceTotp } from '../../store/rows/second-factors.ts';
import type { Operation } from '../operation.ts';

/** Begins to use an authenticator app. One that was begun before and not confirmed is forgotten. */
export const enrolTotp: Operation<Endpoints['enrolTotp']> = (context, caller) =>
  act(context, caller, async (tx) => {
    const { userId } = requireSession(tx.actor);
    const user = await knownUser(tx.db, tx.actor);
    if (((await findTotp(tx.db, userId))?.confirmed_at ?? null) !== null) {
      throw new ApiError(
        'illegal_transition',
        'The account has an authenticator app. Remove it before you use another one.',
      );
    }
    const [id, secret] = [uuidv7(), makeTotpSecret()];
    await replaceTotp(tx, { id, user_id: userId, sealed_secret: sealTotpSecret(context.config, id, secret) });
    return presentTotp(secret, new URL(context.publicUrl()).host, user.email);
  });
