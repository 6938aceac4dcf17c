import { canHavePasskeys } from '@patchbay/contract';
import type { Context } from '../context.ts';

/** How a person can approve a device here. */
export const waysToApprove = ({
  config,
  provider,
  publicUrl,
}: Pick<Context, 'config' | 'provider' | 'publicUrl'>) => ({
  password: config.SIGN_IN === 'any',
  /** What users call the external provider. */
  provider: provider?.name,
  passkey: canHavePasskeys(publicUrl()),
});
