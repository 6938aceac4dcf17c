import type { PersonalAccessToken } from '@patchbay/client';
import type { Ink } from './ink.ts';

/** The cells of a token in a table. */
export const tokenRow = (token: PersonalAccessToken, ink: Ink): readonly string[] => [
  token.id,
  ink.bold(token.name),
  token.token,
  (token.actions ?? []).join(', '),
  token.nodes?.join(', ') ?? 'all nodes',
  `by ${token.maker.name}`,
  token.expiresAt === undefined ? ink.yellow('never expires') : `expires ${token.expiresAt}`,
  token.lastUsedAt === undefined ? 'never used' : `used ${token.lastUsedAt}`,
];
