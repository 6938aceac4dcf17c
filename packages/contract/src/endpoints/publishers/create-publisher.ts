import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { Publisher, PublisherProfile } from '../../resources/publisher.ts';
import { NewPublisherId } from '../../text.ts';

export const createPublisher = endpoint({
  method: 'POST',
  path: '/publishers',
  tag: 'publishers',
  summary: 'Create a publisher; the caller becomes its owner',
  auth: 'bearer',
  rateCosts: { ...writing, publishers: 1, 'publishers-by-address': 1 },
  body: Type.Object({ id: NewPublisherId, ...PublisherProfile.properties }),
  reply: { status: 201, description: 'The new publisher', body: Publisher },
  errors: ['invalid_id', 'forbidden', 'email_unverified', 'second_factor_required', 'id_taken'],
});
