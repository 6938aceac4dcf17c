import { type Endpoints, limits } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentInvitation } from '../../present/invitation.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findInvitationsOfPublisher } from '../../store/rows/invitations.ts';
import type { Operation } from '../operation.ts';

export const listInvitations: Operation<Endpoints['listInvitations']> = async (
  { store: { read }, now },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'invitations.read', params.publisherId);
  const asked = pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax });
  const page = await findInvitationsOfPublisher(read, id, now().toISOString(), asked);
  return presentPage('invitations', page, presentInvitation);
};
