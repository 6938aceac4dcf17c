import type { Endpoints } from '@patchbay/contract';
import { idTooSimilar } from '../../errors.ts';
import { publisherIdRule } from '../../lifecycle/require-ids.ts';
import { isPublisherId } from '@patchbay/contract/valid-identifiers';
import { findSimilarPublisherId, isPublisherIdTaken } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

export const validatePublisherId: Operation<Endpoints['validatePublisherId']> = async (
  { store },
  { query },
) => {
  const { username } = query;
  if (!isPublisherId(username)) {
    return { isAvailable: false, message: `This id cannot be used: ${publisherIdRule}.` };
  }
  if (await isPublisherIdTaken(store.read, username)) {
    return { isAvailable: false, message: `The id "${username}" is taken. Choose another id.` };
  }
  const similar = await findSimilarPublisherId(store.read, username);
  if (similar !== undefined) {
    return { isAvailable: false, message: idTooSimilar(username, similar).message };
  }
  return { isAvailable: true };
};
