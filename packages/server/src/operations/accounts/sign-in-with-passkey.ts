import type { Endpoints } from '@patchbay/contract';
import { provePasskey } from '../../accounts/passkeys.ts';
import { signInByPasskey } from '../../accounts/sign-in.ts';
import { presentAccount } from '../../present/account.ts';
import type { Operation } from '../operation.ts';

export const signInWithPasskey: Operation<Endpoints['signInWithPasskey']> = async (
  context,
  { cause, ip, agent, body: { credential, user_code: userCode } },
) => {
  const passkey = await provePasskey(context, credential);
  const { user, ...begun } = await signInByPasskey(context, passkey, {
    cause,
    origin: { ip, agent },
    userCode,
  });
  return { ...begun, user: presentAccount(user) };
};
