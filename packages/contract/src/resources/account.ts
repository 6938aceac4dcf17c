import { Type } from 'typebox';
import { Timestamp } from '../text.ts';

export const Password = Type.String({ minLength: 8, maxLength: 128 });

export const Email = Type.String({ maxLength: 320, format: 'email' });

/** A user in the responses of the account endpoints. */
export const Account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  createdAt: Timestamp('When the user signed up'),
});
export type Account = Type.Static<typeof Account>;

/** The code that a device shows to a person. Case, dashes and spaces do not matter. */
export const UserCode = Type.String({ minLength: 1, maxLength: 40 });
