import { Type } from 'typebox';
import { memberRoles } from '../statuses.ts';
import { PublisherId, Timestamp } from '../text.ts';
import { PublisherMember } from './publisher.ts';

/** An invitation that waits for its answer. Once it is answered, revoked or expired, it is gone. */
export const Invitation = Type.Object({
  id: Type.String(),
  publisher_id: PublisherId,
  email: Type.String({ description: 'Only the account with this address can accept it' }),
  role: Type.Enum([...memberRoles]),
  invited_by: Type.Object({ id: Type.String(), name: Type.String() }),
  created_at: Timestamp('When it was sent, or sent again'),
  expires_at: Timestamp('Until when it can be accepted'),
  mail: Type.Optional(
    Type.Enum(['waiting', 'sent', 'not_sent'], {
      description: 'What became of the message about it, in lists of a publisher; absent if that is unknown',
    }),
  ),
});
export type Invitation = Type.Static<typeof Invitation>;

/** A membership with the publisher that it is in. */
export const Membership = Type.Object({ ...PublisherMember.properties, publisher_id: PublisherId });
export type Membership = Type.Static<typeof Membership>;
