import { endpoint } from '../../endpoint.ts';
import { TrustedPublisher, TrustedPublisherRequest } from '../../resources/trusted-publisher.ts';

export const createTrustedPublisher = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/trusted-publishers',
  tag: 'publishers',
  summary: 'Let CI jobs publish without a stored token',
  auth: 'bearer',
  recentSignIn: true,
  body: TrustedPublisherRequest,
  reply: { status: 201, description: 'The rule', body: TrustedPublisher },
  errors: ['invalid_id', 'forbidden', 'publisher_banned', 'publisher_not_found', 'id_taken'],
});
