import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { permittedPublisher } from '../guards/publisher.ts';
import { presentToken } from '../present/token.ts';
import { findTokens } from '../store/tokens.ts';

export const listTokens: Operation<Endpoints['listTokens']> = async (context, { actor, params }) => {
  const { id } = await permittedPublisher(context, actor, 'tokens.manage', params.publisherId);
  return (await findTokens(context.store.read, id)).map((token) => presentToken(token));
};
