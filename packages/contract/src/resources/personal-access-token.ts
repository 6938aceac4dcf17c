import { Type } from 'typebox';
import { nodeIdCharsMax, nodeIdPattern } from '../identifiers.ts';
import { limits } from '../limits.ts';
import { tokenActions } from '../statuses.ts';
import { Name, Text, Timestamp } from '../text.ts';
import { BuiltBy } from './trusted-publisher.ts';

/** The input for creating a token. */
export const TokenRequest = Type.Object({
  name: Name(limits.nameCharsMax),
  description: Type.Optional(Text(limits.descriptionCharsMax)),
  expiresAt: Type.Optional(
    Type.String({
      format: 'expiry',
      description: 'When it expires, at most a year from now, or `never`; by default 90 days from now',
    }),
  ),
  nodes: Type.Optional(
    Type.Array(Type.String({ pattern: nodeIdPattern, maxLength: nodeIdCharsMax }), {
      minItems: 1,
      maxItems: limits.listItemsMax,
      description: 'Ids of the nodes it is limited to; all when absent',
    }),
  ),
  actions: Type.Optional(
    Type.Array(Type.Enum([...tokenActions]), {
      minItems: 1,
      maxItems: tokenActions.length,
      description: 'What it may do; by default only `publish`',
    }),
  ),
});
export type TokenRequest = Type.Static<typeof TokenRequest>;

export const PersonalAccessToken = Type.Object({
  id: Type.String(),
  ...TokenRequest.properties,
  expiresAt: Type.Optional(Timestamp('When it expires; if absent, never')),
  maker: Type.Object(
    { id: Type.String(), name: Type.String() },
    { description: 'The owner who created it; it ends with their ownership' },
  ),
  token: Type.String({ description: 'Complete in the response that creates it, masked afterwards' }),
  built_by: Type.Optional(
    Type.Object(BuiltBy.properties, { description: 'The CI job that it was given to' }),
  ),
  createdAt: Timestamp('Creation time'),
  lastUsedAt: Type.Optional(Timestamp('When it was last used, to the minute')),
});
export type PersonalAccessToken = Type.Static<typeof PersonalAccessToken>;
