import { Type } from 'typebox';
import { Timestamp } from '../text.ts';

/** What an external provider knows a user as. */
export const Identity = Type.Object({
  id: Type.String(),
  issuer: Type.String({ description: 'The provider, as the URL of its OpenID Connect issuer' }),
  subject: Type.String({ description: 'The id of the user at the provider' }),
  is_usable: Type.Boolean({ description: 'Whether this registry signs users in with the provider now' }),
  created_at: Timestamp('When it was linked to the account'),
  last_used_at: Timestamp('When it was last used to sign in or was linked'),
});
export type Identity = Type.Static<typeof Identity>;
