import type { Endpoints, Invitation } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { mailOf } from '../../lifecycle/invitation.ts';
import { presentInvitation } from '../../present/publisher.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findInvitationsOfPublisher } from '../../store/rows/invitations.ts';
import { findEndsOfMails } from '../../store/rows/mails.ts';
import type { Operation } from '../operation.ts';

export const listInvitations: Operation<Endpoints['listInvitations']> = async (
  { config: { MAIL_URL }, store: { read }, now },
  { actor, params, query },
) => {
  const { id } = await permittedPublisher(read, actor, 'invitations.read', params.publisherId);
  const asked = pageOf(query);
  const page = await findInvitationsOfPublisher(read, id, now().toISOString(), asked);
  const ends = await findEndsOfMails(read, page.items.map(mailOf));
  return presentPage('invitations', page, (invitation): Invitation => {
    const end = ends.get(mailOf(invitation));
    return {
      ...presentInvitation(invitation),
      ...(end && { mail: MAIL_URL === undefined ? 'not_sent' : stateOf(end) }),
    };
  });
};

const stateOf = ({ endedAt, failure }: { endedAt: string | null; failure: string | null }) => {
  if (endedAt === null) return 'waiting';
  return failure === null ? 'sent' : 'not_sent';
};
