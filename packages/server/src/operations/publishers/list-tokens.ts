import type { Endpoints } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentToken } from '../../present/publisher.ts';
import { barePageOf } from '../../store/listing/pages.ts';
import { findTokens } from '../../store/rows/tokens.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const listTokens: Operation<Endpoints['listTokens']> = async (context, { actor, params, query }) => {
  const { id } = await permittedPublisher(context.store.read, actor, 'tokens.manage', params.publisherId);
  const page = await findTokens(context.store.read, id, barePageOf(query));
  return new BarePage(
    page,
    page.items.map((token) => presentToken(token)),
  );
};
