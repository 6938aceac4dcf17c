import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { tokenActions } from '../statuses.ts';
import { Name, Text, Timestamp } from '../text.ts';

/** What an owner says of a token when making it. */
export const TokenRequest = Type.Object({
  name: Name(limits.nameCharsMax),
  description: Type.Optional(Text(limits.descriptionCharsMax)),
  expiresAt: Type.Optional(
    Type.String({
      format: 'expiry',
      description: 'When it stops working, at most a year from now, or `never`; 90 days from now when absent',
    }),
  ),
  nodes: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: limits.listItemsMax,
      description: 'Ids of the nodes it is limited to; all when absent',
    }),
  ),
  actions: Type.Optional(
    Type.Array(Type.Enum([...tokenActions]), {
      minItems: 1,
      maxItems: tokenActions.length,
      description: 'What it may do; `publish` alone when absent',
    }),
  ),
});
export type TokenRequest = Type.Static<typeof TokenRequest>;

export const PersonalAccessToken = Type.Object({
  id: Type.String(),
  ...TokenRequest.properties,
  expiresAt: Type.Optional(Timestamp('When it stops working; never when absent')),
  maker: Type.Object(
    { id: Type.String(), name: Type.String() },
    { description: 'The owner who made it; it ends with the ownership of its maker' },
  ),
  token: Type.String({ description: 'Whole in the answer that makes it, masked ever after' }),
  createdAt: Timestamp('Creation time'),
  lastUsedAt: Type.Optional(Timestamp('When it was last used, to the minute')),
});
export type PersonalAccessToken = Type.Static<typeof PersonalAccessToken>;
