import type { PersonalAccessToken } from '@patchbay/contract';
import type { TokenRecord } from '../store/tokens.ts';

/** The token as it is listed: masked, unless the secret itself is handed in. */
export const presentToken = (record: TokenRecord, secret?: string): PersonalAccessToken => ({
  id: record.id,
  ...record.request,
  token: secret ?? record.masked,
  createdAt: record.createdAt,
  ...(record.lastUsedAt === null ? {} : { lastUsedAt: record.lastUsedAt }),
});
