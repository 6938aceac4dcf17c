import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Publisher, PublisherProfile } from '../resources/publisher.ts';

export const createPublisher = endpoint({
  method: 'POST',
  path: '/publishers',
  tag: 'publishers',
  summary: 'Create a publisher; the caller becomes its owner',
  auth: 'bearer',
  body: Type.Object({ id: Type.String(), ...PublisherProfile.properties }),
  reply: { status: 201, description: 'The new publisher', body: Publisher },
  errors: ['invalid_id', 'forbidden', 'id_taken'],
});
