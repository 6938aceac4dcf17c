import type { Endpoints } from '@patchbay/contract';
import { limitMails } from '../../accounts/limit-attempts.ts';
import { sendLink } from '../../accounts/links.ts';
import { hostOf } from '../../accounts/tell.ts';
import { inEqualTime } from '../../timing.ts';
import { findUserByEmail } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/**
 * Sends a link to set a new password, if there is such an account. The answer does not say whether there is, and the log,
 * whose last number anyone can read, does not grow.
 */
export const requestPasswordReset: Operation<Endpoints['requestPasswordReset']> = async (
  context,
  { cause, body: { email } },
) => {
  await limitMails(context, email, 'reset');
  const host = hostOf(context);
  await inEqualTime(() =>
    context.store.write(cause, async (tx) => {
      const user = await findUserByEmail(tx.db, email);
      if (user === undefined) return;
      await sendLink(tx, context, {
        purpose: 'reset',
        to: user.email,
        userId: user.id,
        message: {
          subject: `A new password for ${host}`,
          paragraphs: [
            `Somebody asked for a new password for your account at ${host}. The link sets one. It is good for 30 minutes and can be used once; all sessions end then.`,
            'If it was not you, do nothing: your password stays as it is.',
          ],
          action: 'Set a new password',
        },
      });
    }),
  );
  return { success: true };
};
