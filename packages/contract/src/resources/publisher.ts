import { Type } from 'typebox';
import { publisherIdPattern } from '../identifiers.ts';
import { limits } from '../limits.ts';
import { memberRoles, publisherStatuses } from '../statuses.ts';
import { Text, Timestamp, Url } from '../text.ts';

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

/** What an owner may change. */
export const PublisherProfile = Type.Object({
  name: Type.Optional(Text(limits.nameCharsMax)),
  description: Type.Optional(Text(limits.descriptionCharsMax)),
  logo: Type.Optional(Url('Logo')),
  source_code_repo: Type.Optional(Url('Source-code repository')),
  support: Type.Optional(Url('Support contact or address')),
  website: Type.Optional(Url('Website')),
});
export type PublisherProfile = Type.Static<typeof PublisherProfile>;

export const PublisherId = Type.String({ pattern: publisherIdPattern });

export const Publisher = Type.Object({
  id: Type.String(),
  ...PublisherProfile.properties,
  createdAt: Timestamp('Creation time'),
  status: Type.Enum([...publisherStatuses]),
  members: Type.Optional(Type.Array(PublisherMember)),
});
export type Publisher = Type.Static<typeof Publisher>;
