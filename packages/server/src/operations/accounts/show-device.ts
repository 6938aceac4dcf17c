import { readUserCode } from '../../accounts/device-codes.ts';
import { canHavePasskeys } from '../../accounts/passkeys.ts';
import { prefixOf } from '../../addresses.ts';
import type { Context } from '../../context.ts';
import { type Refused, reviewPage } from '../../present/device-pages.ts';
import type { WaitingDevice } from '../../store/rows/sign-in-flows.ts';

/** The page on which a person approves a device, also again after a refusal. */
export const showDevice = (
  { config, provider, publicUrl }: Pick<Context, 'config' | 'provider' | 'publicUrl'>,
  userCode: string,
  device: WaitingDevice,
  refused?: Refused,
): string =>
  reviewPage(prefixOf(publicUrl()), readUserCode(userCode), device, {
    password: config.SIGN_IN === 'any',
    provider: provider?.name,
    passkey: canHavePasskeys(publicUrl()),
    refused,
  });
