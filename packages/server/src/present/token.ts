import type { PersonalAccessToken } from '@patchbay/contract';
import type { ListedToken } from '../store/rows/tokens.ts';

/** The token as listed: masked, unless the secret is passed in. */
export const presentToken = (record: ListedToken, secret?: string): PersonalAccessToken => ({
  id: record.id,
  ...record.terms,
  maker: { id: record.maker.id, name: record.maker.name },
  token: secret ?? record.masked,
  createdAt: record.createdAt,
  ...(record.lastUsedAt === null ? {} : { lastUsedAt: record.lastUsedAt }),
});
