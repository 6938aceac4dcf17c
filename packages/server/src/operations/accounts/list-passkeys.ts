import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { presentPasskey } from '../../present/account.ts';
import { findPasskeys } from '../../store/rows/passkeys.ts';
import type { Operation } from '../operation.ts';

export const listPasskeys: Operation<Endpoints['listPasskeys']> = async ({ store }, { actor }) => {
  const passkeys = await findPasskeys(store.read, requireUser(actor).userId);
  return { passkeys: passkeys.map(presentPasskey) };
};
