import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { proposed } from '../../resources/proposal.ts';
import { Publisher } from '../../resources/publisher.ts';
import { Reason } from '../../resources/reason.ts';
import { publisherStatuses } from '../../statuses.ts';

export const updatePublisherStatus = endpoint({
  method: 'PUT',
  path: '/admin/publishers/{publisherId}',
  tag: 'moderation',
  summary: 'Ban a publisher or lift its ban, with a reason',
  auth: 'bearer',
  body: Type.Object({
    status: Type.Enum([...publisherStatuses]),
    reason: Reason,
  }),
  reply: { status: 200, description: 'The publisher', body: Publisher },
  otherReplies: { 202: proposed },
  errors: ['forbidden', 'publisher_not_found', 'illegal_transition'],
});
