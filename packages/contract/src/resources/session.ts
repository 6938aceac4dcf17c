import { Type } from 'typebox';
import { Timestamp } from '../text.ts';

/** A sign-in of an account that is not over. */
export const Session = Type.Object({
  id: Type.String(),
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  device: Type.Optional(
    Type.String({
      description: 'What signed in, by what it said of itself, such as `Firefox on Linux`; absent if unknown',
    }),
  ),
  network: Type.Optional(
    Type.String({
      description: 'The IPv4 address or the IPv6 network (/64) where it began; absent if unknown',
    }),
  ),
  created_at: Timestamp('When it began'),
  last_used_at: Timestamp('When it was last used, to 10 minutes'),
  signed_in_at: Timestamp('When the person last proved who they are'),
  expires_at: Timestamp('When it expires unless it is used'),
});
export type Session = Type.Static<typeof Session>;
