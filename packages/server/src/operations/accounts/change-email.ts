import type { Endpoints } from '@patchbay/contract';
import { limitGuesses, limitMails } from '../../accounts/limit-attempts.ts';
import { sendLink } from '../../accounts/links.ts';
import { hostOf, tellUser } from '../../accounts/tell.ts';
import { act } from '../../authorization/act.ts';
import { knownUser, requireOwnSession } from '../../authorization/user.ts';
import type { Context } from '../../context.ts';
import { invalidValue } from '../../errors.ts';
import { inEqualTime } from '../../timing.ts';
import { isMailboxAddress } from '../../mail/mail-settings.ts';
import { deleteLinksOfUser } from '../../store/rows/account-links.ts';
import { type UserRecord, findPasswordHash, findUserByEmail } from '../../store/rows/users.ts';
import type { Writer } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/**
 * Requests another address: it counts once the links to both are followed, or the one to the new address if the present
 * one was never verified. The answer does not say whether another account has the new address.
 */
export const changeEmail: Operation<Endpoints['changeEmail']> = async (
  context,
  { body: { newEmail, password }, ip, ...caller },
) => {
  requireOwnSession(caller.claimed);
  requireMailboxAddress(newEmail);
  const known = await knownUser(context.store.read, caller.claimed);
  await requireProof(context, known, { password, ip });
  await limitMails(context, newEmail, 'take-address');
  await inEqualTime(() =>
    act(context, caller, async (tx) => {
      const user = await knownUser(tx.db, tx.actor);
      await tx.append({ kind: 'user.email-change-requested', about: user });
      await requestChange(tx, context, user, newEmail.toLowerCase());
    }),
  );
  return { success: true };
};

const requestChange = async (
  tx: Writer,
  context: Context,
  user: UserRecord,
  newEmail: string,
): Promise<void> => {
  const host = hostOf(context);
  await deleteLinksOfUser(tx, user.id, ['leave-address', 'take-address']);
  const ofChange = { userId: user.id, email: newEmail } as const;
  if (user.isEmailVerified) {
    await sendLink(tx, context, {
      ...ofChange,
      purpose: 'leave-address',
      to: user.email,
      message: {
        subject: `Another address for your account at ${host}`,
        paragraphs: [
          `Somebody who is signed in asked for another address for your account at ${host}: ${newEmail}. It counts once this link and the one that was sent there are followed.`,
          'If it was not you, do not follow the link, and set a new password.',
        ],
        action: 'Agree to the new address',
      },
    });
  } else {
    await tellUser(tx, context, user, {
      what: 'address-leaves',
      subject: `Another address for your account at ${host}`,
      paragraphs: [`Another address was asked for an account at ${host} that has this one.`],
    });
  }
  const isTaken = (await findUserByEmail(tx.db, newEmail)) !== undefined;
  await sendLink(tx, context, {
    ...ofChange,
    purpose: 'take-address',
    to: newEmail,
    message: isTaken
      ? {
          subject: `You have an account at ${host}`,
          paragraphs: [
            `Somebody asked for this address for another account at ${host}. It has an account already, so nothing was changed.`,
          ],
        }
      : {
          subject: `Verify your address at ${host}`,
          paragraphs: [
            `Somebody asked for this address for an account at ${host}. If it was you, follow this link.`,
            'If it was not, do nothing.',
          ],
          action: 'Verify the address',
        },
  });
};

/** Proof that the owner is there: the password. Where there is none, the recent sign-in that the endpoint demands. */
const requireProof = async (
  context: Context,
  { id, email }: UserRecord,
  { password, ip }: { password: string | undefined; ip: string },
): Promise<void> => {
  const { config, store } = context;
  const hash = config.SIGN_IN === 'any' ? await findPasswordHash(store.read, id) : undefined;
  if (hash === undefined) return;
  await limitGuesses(context, { email, ip }, async () => {
    if (password !== undefined && (await context.accounts.hasher.verify({ hash, password }))) return;
    throw invalidValue('/password', 'Send the password of the account.');
  });
};

const requireMailboxAddress = (email: string): void => {
  if (isMailboxAddress(email)) return;
  throw invalidValue('/newEmail', 'Mail cannot be sent to this address. Check it.');
};
