import type { Endpoints } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentManagedUser } from '../../present/account.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findUsers } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

export const listUsers: Operation<Endpoints['listUsers']> = async ({ store }, { actor, query }) => {
  demand(actor, 'moderate');
  const page = pageOf(query);
  return presentPage('users', await findUsers(store.read, query.email, page), presentManagedUser);
};
