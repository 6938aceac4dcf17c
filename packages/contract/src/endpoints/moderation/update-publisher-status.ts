import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Publisher } from '../../resources/publisher.ts';
import { publisherStatuses } from '../../statuses.ts';
import { Text } from '../../text.ts';

export const updatePublisherStatus = endpoint({
  method: 'PUT',
  path: '/admin/publishers/{publisherId}',
  tag: 'moderation',
  summary: 'Ban a publisher or lift its ban, with a reason',
  auth: 'bearer',
  body: Type.Object({
    status: Type.Enum([...publisherStatuses]),
    reason: Text(limits.descriptionCharsMax),
  }),
  reply: { status: 200, description: 'The publisher', body: Publisher },
  errors: ['forbidden', 'publisher_not_found', 'illegal_transition'],
});
