import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { patchProperties } from '../../patch.ts';
import { Publisher, PublisherProfile } from '../../resources/publisher.ts';

export const updatePublisher = endpoint({
  method: 'PUT',
  path: '/publishers/{publisherId}',
  tag: 'publishers',
  summary: 'Update a publisher',
  auth: 'bearer',
  body: Type.Object(
    {
      id: Type.Optional(Type.String({ description: 'If present, must equal the id in the path' })),
      ...patchProperties(PublisherProfile),
    },
    { description: 'Only the keys present change; null clears a key' },
  ),
  reply: { status: 200, description: 'The publisher', body: Publisher },
  errors: ['id_mismatch', 'forbidden', 'publisher_banned', 'publisher_not_found'],
});
