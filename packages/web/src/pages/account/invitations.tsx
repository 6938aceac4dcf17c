import { type Invitation, acceptInvitation, declineInvitation, listMyInvitations } from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { Day } from '../../components/day.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { samePage } from '../../forms/same-page.ts';
import { type View, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';

const path = '/account/invitations';

const show = async ({ client, query }: Visit, state?: FormState): Promise<View> => {
  const asked = { page: readNumber(query, 'page', 1), limit: 25 };
  const { invitations, page: number, totalPages } = await listMyInvitations(client, asked);
  return {
    title: 'Invitations',
    body: (
      <>
        <AccountNav />
        <section>
          <h1>Invitations</h1>
          <DoneNote />
          {invitations.length === 0 && number === 1 && <p class="quiet">You have no open invitation.</p>}
          <ul class="list">
            {invitations.map((invitation) => (
              <Received key={invitation.id} invitation={invitation} state={state} />
            ))}
          </ul>
          <Pager page={number} totalPages={totalPages} />
        </section>
      </>
    ),
  };
};

/** Which publishers invite the visitor. */
export const invitationsPage = page({ path, audience: 'person', show });

export const invitationsForms = formsOf(path, show, {
  accept: async ({ client }, fields) => {
    const invitationId = fields.get('which') ?? '';
    const { publisher_id: publisherId } = await acceptInvitation(client, { invitationId });
    return { redirect: `/account/publishers/${publisherId}?done=joined` };
  },
  decline: async (visit, fields) => {
    await declineInvitation(visit.client, { invitationId: fields.get('which') ?? '' });
    return samePage(visit, 'declined');
  },
});

const Received = ({ invitation, state }: { invitation: Invitation; state: FormState | undefined }) => {
  const { id, publisher_id: publisherId, role, invited_by: by, expires_at: end } = invitation;
  const href = useHref();
  return (
    <li>
      <div>
        <a href={href(`/p/${publisherId}`)}>
          <bdi>{publisherId}</bdi>
        </a>{' '}
        <span class="tag">{role}</span>
        <p class="facts">
          <span>
            invited by <bdi>{by.name}</bdi>
          </span>
          <span>
            until <Day time={end} />
          </span>
        </p>
      </div>
      <Form name="accept" which={id} state={state} isInline>
        <button class="main" name="do" value="accept" aria-label={`Accept the invitation of ${publisherId}`}>
          Accept
        </button>
        <button name="do" value="decline" aria-label={`Decline the invitation of ${publisherId}`}>
          Decline
        </button>
      </Form>
    </li>
  );
};
