import type { Endpoints } from '@patchbay/contract';
import { readUserCode, waitingDevice } from '../../accounts/device-codes.ts';
import { canHavePasskeys } from '../../accounts/passkeys.ts';
import { prefixOf } from '../../addresses.ts';
import { reviewPage } from '../../present/device-pages.ts';
import type { Operation } from '../operation.ts';

/** Shows a person who asks, before anything is approved. */
export const reviewDevice: Operation<Endpoints['reviewDevice']> = async (
  { config, store, provider, publicUrl },
  { body },
) => {
  const device = await waitingDevice(store.read, config, body.user_code);
  return reviewPage(prefixOf(publicUrl()), readUserCode(body.user_code), device, {
    password: config.SIGN_IN === 'any',
    provider: provider?.name,
    passkey: canHavePasskeys(publicUrl()),
  });
};
