import { Type } from 'typebox';
import { OwnWords, PublisherId, Timestamp } from '../text.ts';

/** The events of an account that are not in the log of changes. */
export const signInEvents = ['sign-in', 'sign-in-failed'] as const;
export type SignInEvent = (typeof signInEvents)[number];

/** Something that happened to an account or with it. */
export const AccountEvent = Type.Object({
  at: Timestamp('When, for several at once the last time'),
  event: OwnWords('`sign-in`, `sign-in-failed`, `token-used`, or the kind of a change of the log'),
  by: Type.Enum(['you', 'moderator', 'operator', 'server', 'anyone'], {
    description: 'Who did it; `anyone` knew the address and proved nothing more',
  }),
  count: Type.Optional(Type.Integer({ description: 'How often within the hour, for sign-ins' })),
  network: Type.Optional(
    Type.String({
      description: 'The part of the address of the client that tells its network, for sign-ins',
    }),
  ),
  token: Type.Optional(
    Type.Object(
      { id: Type.String(), name: Type.String(), publisher_id: PublisherId },
      { description: 'The personal access token that was used, with its last use' },
    ),
  ),
  reason: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
});
export type AccountEvent = Type.Static<typeof AccountEvent>;
