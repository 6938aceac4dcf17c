import type { Endpoints } from '@patchbay/contract';
import { requireVerified } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { presentInvitation } from '../../present/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findInvitationsTo } from '../../store/rows/invitations.ts';
import type { Operation } from '../operation.ts';

export const listMyInvitations: Operation<Endpoints['listMyInvitations']> = async (
  { store: { read }, now },
  { actor, query },
) => {
  const { email } = await knownUser(read, actor);
  requireVerified(actor);
  const asked = pageOf(query);
  const page = await findInvitationsTo(read, email, now().toISOString(), asked);
  return presentPage('invitations', page, presentInvitation);
};
