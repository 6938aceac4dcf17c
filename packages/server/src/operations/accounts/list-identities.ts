import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { presentIdentity } from '../../present/account.ts';
import { findIdentitiesOf } from '../../store/rows/identities.ts';
import { findPasswordHash } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

export const listIdentities: Operation<Endpoints['listIdentities']> = async (
  { store, provider },
  { actor },
) => {
  const { userId } = requireUser(actor);
  const [identities, hash] = await Promise.all([
    findIdentitiesOf(store.read, userId),
    findPasswordHash(store.read, userId),
  ]);
  return {
    identities: identities.map((identity) => presentIdentity(identity, provider?.issuer)),
    has_password: hash !== undefined,
  };
};
