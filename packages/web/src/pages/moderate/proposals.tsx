import { type Proposal, approveProposal, getMe, listProposals, rejectProposal } from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { readNumber } from '../../read-number.ts';
import { moderation, reasonIn } from './moderation.tsx';

/** What waits for a second moderator, the oldest first. */
export const proposals = moderation({
  path: '/moderate/proposals',
  show: async ({ client, query }, state) => {
    const [me, found] = await Promise.all([
      getMe(client),
      listProposals(client, { page: readNumber(query, 'page', 1), limit: 25 }),
    ]);
    return {
      title: 'Proposals',
      body: (
        <>
          <h1>Proposals</h1>
          <p class="quiet">
            Where two moderators are needed, lifting a ban and making a moderator waits here for another one.
          </p>
          {found.proposals.length === 0 && <p>Nothing waits.</p>}
          <ol class="nodes">
            {found.proposals.map((proposal) => (
              <li key={proposal.id}>
                <Proposed proposal={proposal} isOwn={proposal.proposed_by.id === me.id} state={state} />
              </li>
            ))}
          </ol>
          <Pager page={found.page} totalPages={found.totalPages} />
        </>
      ),
    };
  },
  acts: {
    approve: ({ client }, fields) => approveProposal(client, { proposalId: fields.get('which') ?? '' }),
    reject: ({ client }, fields) =>
      rejectProposal(client, { proposalId: fields.get('which') ?? '', body: { reason: reasonIn(fields) } }),
  },
});

const aims = { 'lift-ban': 'Lift the ban of', 'make-moderator': 'Make a moderator of' } as const;

interface ProposedProps {
  proposal: Proposal;
  isOwn: boolean;
  state: FormState | undefined;
}

const Proposed = ({ proposal, isOwn, state }: ProposedProps) => {
  const { id, aim, about, subject, reason, proposed_by: by, created_at: at, expires_at: end } = proposal;
  return (
    <article class="card">
      <h2>
        {aims[aim]} <bdi>{about}</bdi>
      </h2>
      <p class="facts">
        <span>{subject.split(':')[0]}</span>
        <span>
          by <bdi>{by.name}</bdi>
        </span>
        <Day time={at} />
        <span>
          until <Day time={end} />
        </span>
      </p>
      <p class="lines" dir="auto">
        {reason}
      </p>
      {!isOwn && (
        <Form name="approve" which={id} state={state} label={`Approve ${about}`}>
          <div>
            <button class="main" name="do" value="approve">
              Approve
            </button>
          </div>
        </Form>
      )}
      <Form name="reject" which={id} state={state} label={`Reject ${about}`}>
        <ReasonField hint="Kept in the log." />
        <div>
          <button class="danger" name="do" value="reject">
            {isOwn ? 'Withdraw' : 'Reject'}
          </button>
        </div>
      </Form>
    </article>
  );
};
