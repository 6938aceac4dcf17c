import type { Endpoints } from '@patchbay/contract';
import { limitCodes } from '../../accounts/limit-attempts.ts';
import { makeRecoveryCodes, useTotpCode } from '../../accounts/second-factor.ts';
import { tellAccount } from '../../accounts/tell.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { confirmTotp as confirm, findTotp } from '../../store/rows/second-factors.ts';
import { endOtherSessions, updateSessionFacts } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/** From now on the app is the second factor. Sessions that did not prove it end; the one that asks just did. */
export const confirmTotp: Operation<Endpoints['confirmTotp']> = (context, { body: { code }, ...caller }) =>
  limitCodes(context, { userId: requireSession(caller.claimed).userId }, () =>
    act(context, caller, async (tx) => {
      const { userId, session } = requireSession(tx.actor);
      const totp = await findTotp(tx.db, userId);
      if (totp === undefined || totp.confirmed_at !== null) {
        throw new ApiError('illegal_transition', 'No authenticator app waits to be confirmed.', {
          advice: 'POST /users/second-factor/totp begins to use one.',
        });
      }
      await useTotpCode(tx, context.config, totp, code);
      await confirm(tx, totp.id);
      await endOtherSessions(tx, userId, session.id);
      await updateSessionFacts(tx, session, { factor_id: totp.id });
      await tx.append({ kind: 'user.factor-added', about: { id: userId }, after: { factor: 'totp' } });
      await tellAccount(tx, context, userId, 'factor-added');
      return { recovery_codes: await makeRecoveryCodes(tx, userId) };
    }),
  );
