import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { isPublisherId } from '../policy/identifiers.ts';
import { isPublisherIdTaken } from '../store/publishers.ts';

export const validatePublisherId: Operation<Endpoints['validatePublisherId']> = async (
  { store },
  { query },
) => ({
  isAvailable: isPublisherId(query.username) && !(await isPublisherIdTaken(store.read, query.username)),
});
