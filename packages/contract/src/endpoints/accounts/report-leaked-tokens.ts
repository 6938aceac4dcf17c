import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { withDocumented } from '../../text.ts';

const Found = Type.Object({
  token: Type.String(),
  type: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
});

/** What was found out about one token that was reported. */
const Verdict = Type.Object({
  token_hash: Type.String({ description: 'The SHA-256 of the token, in Base64' }),
  token_type: Type.String(),
  label: Type.Enum(['true_positive', 'false_positive'], {
    description: 'Whether it is or was a token of this registry; it is good no longer',
  }),
});

export const reportLeakedTokens = endpoint({
  method: 'POST',
  path: '/tokens/leaked',
  tag: 'accounts',
  summary: 'Revoke personal access tokens that leaked, and tell the owners',
  auth: 'public',
  isRepeatable: true,
  rateCosts: { 'writes-by-address': 1, 'leaked-tokens': 1 },
  isRawJson: true,
  sentHeaders: {
    'github-public-key-identifier': 'Which key of the scanner signed the body',
    'github-public-key-signature': 'The signature of the body, by ECDSA with P-256 and SHA-256, in Base64',
  },
  body: withDocumented(
    Type.Unknown({
      description:
        '`{"token": "pbp_…"}` from anyone who holds a whole token, or a list signed by a scanner, in the format of GitHub secret scanning: `[{"token", "type", "url", "source"}]`',
    }),
    { oneOf: [Found, Type.Array(Found, { maxItems: limits.leakedTokensMax })] },
  ),
  reply: { status: 200, description: 'What each token is, in their order', body: Type.Array(Verdict) },
  errors: ['forbidden'],
});
