import type { Endpoints } from '@patchbay/contract';
import { requireToken } from '../../authorization/publisher.ts';
import { unauthenticated } from '../../errors.ts';
import { presentToken } from '../../present/publisher.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import { findLiveTokenById } from '../../store/rows/tokens.ts';
import { findUser } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

export const getCurrentToken: Operation<Endpoints['getCurrentToken']> = async ({ store, now }, { actor }) => {
  const { read } = store;
  const token = await findLiveTokenById(read, requireToken(actor).tokenId, now().toISOString());
  const [maker, publisher] = await Promise.all([
    token?.makerId ? findUser(read, token.makerId) : undefined,
    token && findPublisher(read, token.publisherId),
  ]);
  if (token === undefined || maker === undefined || publisher === undefined) {
    throw unauthenticated('the token is gone');
  }
  const { id, profile } = publisher;
  return { ...presentToken({ ...token, maker }), publisher: { id, name: profile.name ?? id } };
};
