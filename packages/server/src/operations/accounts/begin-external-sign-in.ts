import { type Endpoints, limits } from '@patchbay/contract';
import { userCodeDigest, waitingDevice } from '../../accounts/device-codes.ts';
import { requireProvider } from '../../accounts/provider.ts';
import { makeFlow, storeFlow } from '../../accounts/sign-in-flows.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { demandRecentSignIn } from '../../authorization/recent-sign-in.ts';
import { invalidValue, unauthenticated } from '../../errors.ts';
import type { Operation } from '../operation.ts';

/** Begins a sign-in with the external provider, which the same browser completes. */
export const beginExternalSignIn: Operation<Endpoints['beginExternalSignIn']> = async (
  context,
  { body: { purpose, user_code: userCode }, ip, ...caller },
) => {
  const provider = requireProvider(context);
  const { config, store } = context;
  const user_code = purpose === 'device' ? await digestOfWaiting(context, userCode) : null;
  if (purpose === 'link' && caller.claimed.kind === 'anonymous') throw unauthenticated('nobody to link to');
  const flow = makeFlow();
  const authorization_url = await provider.begin(flow);
  if (purpose === 'link') {
    await act(context, caller, async (tx) => {
      const { userId } = requireSession(tx.actor);
      await demandRecentSignIn(context, tx.actor);
      await storeFlow(tx, config, ip, { flow, purpose, user_id: userId, user_code });
    });
  } else {
    await store.write(caller.cause, (tx) =>
      storeFlow(tx, config, ip, { flow, purpose, user_id: null, user_code }),
    );
  }
  return { authorization_url, flow, expires_in: limits.externalSignInSeconds };
};

const digestOfWaiting = async (
  { config, store }: Parameters<Operation<Endpoints['beginExternalSignIn']>>[0],
  userCode: string | undefined,
): Promise<string> => {
  if (userCode === undefined) {
    throw invalidValue('/user_code', 'The code of the device is missing. Send it as user_code.');
  }
  await waitingDevice(store.read, config, userCode);
  return userCodeDigest(config.SECRET, userCode);
};
