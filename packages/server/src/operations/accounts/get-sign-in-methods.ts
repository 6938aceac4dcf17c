import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../operation.ts';

export const getSignInMethods: Operation<Endpoints['getSignInMethods']> = ({ config, provider }) => {
  const password = config.SIGN_IN === 'any';
  return Promise.resolve({
    password,
    sign_up: password && config.SIGN_UP === 'open',
    ...(provider === undefined ? {} : { provider: { name: provider.name, issuer: provider.issuer } }),
  });
};
