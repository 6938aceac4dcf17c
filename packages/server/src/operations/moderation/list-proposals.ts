import type { Endpoints } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { presentProposal } from '../../present/moderation.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findProposals } from '../../store/rows/proposals.ts';
import type { Operation } from '../operation.ts';

export const listProposals: Operation<Endpoints['listProposals']> = async (
  { store, now },
  { actor, query },
) => {
  demand(actor, 'moderate');
  const asked = pageOf(query);
  const page = await findProposals(store.read, now().toISOString(), asked);
  return presentPage('proposals', page, presentProposal);
};
