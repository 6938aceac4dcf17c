import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { memberRoles, publisherStatuses } from '../statuses.ts';
import { Contact, Name, PublisherId, Text, Timestamp, Url, withStandIn } from '../text.ts';

export const PublisherMember = Type.Object({
  id: Type.String(),
  role: Type.Enum([...memberRoles]),
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.Optional(Type.String({ description: 'Shown to members and moderators' })),
  }),
});
export type PublisherMember = Type.Static<typeof PublisherMember>;

/** The fields that an owner may change. */
export const PublisherProfile = Type.Object({
  name: Type.Optional(withStandIn(Name(limits.nameCharsMax), { of: 'id' })),
  description: Type.Optional(Text(limits.descriptionCharsMax)),
  logo: Type.Optional(Url('Logo')),
  source_code_repo: Type.Optional(Url('Source-code repository')),
  support: Type.Optional(Contact('Support contact or address')),
  website: Type.Optional(Url('Website')),
});
export type PublisherProfile = Type.Static<typeof PublisherProfile>;

export const Publisher = Type.Object({
  id: PublisherId,
  ...PublisherProfile.properties,
  createdAt: Timestamp('Creation time'),
  status: Type.Enum([...publisherStatuses]),
  members: Type.Optional(Type.Array(PublisherMember)),
});
export type Publisher = Type.Static<typeof Publisher>;
