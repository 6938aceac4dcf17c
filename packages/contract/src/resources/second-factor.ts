import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { Timestamp } from '../text.ts';

/** Six digits of an authenticator app, or a recovery code. Spaces, dashes and case do not matter. */
export const FactorCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code; each is used once',
});

const ofAccount = {
  totp: Type.Optional(
    Type.Object(
      { confirmed_at: Timestamp('When the authenticator app was confirmed') },
      { description: 'Absent without an authenticator app' },
    ),
  ),
  recovery_codes_left: Type.Integer({ description: 'Recovery codes that were not used' }),
};

/** What an account has besides its password, without secrets. */
export const OwnFactor = Type.Object(ofAccount);

/** As `OwnFactor`, and whether it is needed. */
export const SecondFactor = Type.Object({
  ...ofAccount,
  required: Type.Boolean({
    description: 'Whether the account needs a second factor for what cannot be undone',
  }),
  passkey_required: Type.Optional(
    Type.Boolean({ description: 'True if it must be a passkey, which resists phishing' }),
  ),
});
export type SecondFactor = Type.Static<typeof SecondFactor>;

export const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    maxItems: limits.recoveryCodesMax,
    description:
      'Each takes the place of the authenticator app or the passkey once; they are shown this once',
  }),
});
