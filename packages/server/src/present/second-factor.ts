import type { AccountExport } from '@patchbay/contract';
import { countRecoveryCodes, findTotp } from '../store/rows/second-factors.ts';
import type { ReadConnection } from '../store/store.ts';

/** What an account has besides its password, without secrets. */
export const presentFactor = async (
  read: ReadConnection,
  userId: string,
): Promise<AccountExport['second_factor']> => {
  const totp = await findTotp(read, userId);
  return {
    ...(totp === undefined || totp.confirmedAt === null ? {} : { totp: { confirmed_at: totp.confirmedAt } }),
    recovery_codes_left: await countRecoveryCodes(read, userId),
  };
};
