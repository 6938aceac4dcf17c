import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { IdentityTokenRequest, TrustedToken } from '../../resources/trusted-publisher.ts';

export const exchangeIdentityToken = endpoint({
  method: 'POST',
  path: '/trusted-publishing/token',
  tag: 'publishers',
  summary: 'Exchange the OpenID Connect token of a CI job for a publish token of 15 minutes',
  auth: 'public',
  rateCosts: { 'writes-by-address': 1, 'identity-exchanges': 1 },
  // `true` asks for a dry run, which is another endpoint.
  query: Type.Object({ dry_run: Type.Optional(Type.Literal(false)) }),
  body: IdentityTokenRequest,
  reply: { status: 201, description: 'The publish token', body: TrustedToken },
  errors: [
    'invalid_id',
    'invalid_identity_token',
    'untrusted_identity',
    'publisher_banned',
    'publisher_not_found',
    'id_taken',
  ],
});
