import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { TrustedTokenDryRun } from '../../resources/trusted-publisher.ts';
import { exchangeIdentityToken } from './exchange-identity-token.ts';

const { method, path, tag, auth, rateCosts, body } = exchangeIdentityToken;

export const dryRunIdentityToken = endpoint({
  method,
  path,
  tag,
  summary: 'Say claim by claim what an exchange would come to; the token stays unused',
  auth,
  isDryRun: true,
  isRepeatable: true,
  rateCosts,
  query: Type.Object({ dry_run: Type.Literal(true) }),
  body,
  reply: { status: 200, description: 'What the exchange would come to', body: TrustedTokenDryRun },
  errors: ['invalid_id', 'invalid_identity_token', 'publisher_not_found'],
});
