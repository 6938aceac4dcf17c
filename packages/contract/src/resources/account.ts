import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Timestamp } from '../text.ts';

/** A password to sign in with. One that is too short to be given out is wrong like any other. */
export const Password = Type.String({ minLength: 1, maxLength: limits.passwordCharsMax });

/** One that is set. */
export const NewPassword = Type.String({
  minLength: limits.passwordCharsMin,
  maxLength: limits.passwordCharsMax,
  description:
    'Refused if it contains the e-mail address or the name of the account, or is among those that are guessed first',
});

export const Email = Type.String({ maxLength: limits.emailCharsMax, format: 'email' });

/** A user in the responses of the account endpoints. */
export const Account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  createdAt: Timestamp('When the user signed up'),
});
export type Account = Type.Static<typeof Account>;

/** The secret in the link of a message. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

/** The code that a device shows to a person. Case, dashes and spaces do not matter. */
export const UserCode = Type.String({ minLength: 1, maxLength: 40 });
