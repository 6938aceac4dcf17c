import type { Endpoints } from '@patchbay/contract';
import { limitMails } from '../../accounts/limit-attempts.ts';
import { sendLink } from '../../accounts/links.ts';
import { hostOf } from '../../accounts/tell.ts';
import { inEqualTime } from '../../timing.ts';
import { findUserByEmail } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Sends the link that verifies an address, if it has an account and is not verified. The answer does not say so. */
export const sendVerificationEmail: Operation<Endpoints['sendVerificationEmail']> = async (
  context,
  { cause, body: { email } },
) => {
  await limitMails(context, email, 'verify');
  const host = hostOf(context);
  await inEqualTime(() =>
    context.store.write(cause, async (tx) => {
      const user = await findUserByEmail(tx.db, email);
      if (user === undefined || user.isEmailVerified) return;
      await sendLink(tx, context, {
        purpose: 'verify',
        to: user.email,
        userId: user.id,
        message: {
          subject: `Verify your address at ${host}`,
          paragraphs: [
            `An account at ${host} has this address. If it is yours, the link verifies it.`,
            'If it is not, do nothing. To take the address back, set a new password for the account.',
          ],
          action: 'Verify the address',
        },
      });
    }),
  );
  return { success: true };
};
