import {
  type Proposal,
  RegistryError,
  approveProposal,
  getMe,
  listProposals,
  rejectProposal,
} from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { samePage } from '../../forms/same-page.ts';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { moderation, reasonIn } from './moderation.tsx';
import { nodeIdIn } from './proposal-about.ts';
import { versionPath } from './version-path.ts';

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
          {found.total === 0 && <p>Nothing waits.</p>}
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
    approve: async (visit, fields) => {
      await approveProposal(visit.client, { proposalId: fields.get('which') ?? '' }).catch(sayOver);
      return samePage(visit, 'approved');
    },
    reject: async (visit, fields) => {
      const body = { reason: reasonIn(fields) };
      await rejectProposal(visit.client, { proposalId: fields.get('which') ?? '', body }).catch(sayOver);
      return samePage(visit, 'rejected');
    },
  },
});

/** Somebody was faster, or it expired. */
const sayOver = (error: unknown): never => {
  if (error instanceof RegistryError && error.code === 'not_found') {
    throw new FormRefusal({}, 'This proposal is over: it was decided, withdrawn or replaced, or it expired.');
  }
  throw error;
};

/** Where moderators see what a proposal is about, by the kind of its subject. */
const places: Readonly<Record<string, (about: string) => string>> = {
  node: (about) => `/moderate/nodes/${encodeURIComponent(nodeIdIn(about))}`,
  publisher: (id) => `/moderate/publishers/${encodeURIComponent(id)}`,
  user: (email) => `/moderate/users?q=${encodeURIComponent(email)}`,
  version: (about) => {
    const [, nodeId = '', number = ''] = /^(.*)@(.*)$/.exec(about) ?? [];
    return versionPath(nodeId, number);
  },
};

const aims = { 'lift-ban': 'Lift the ban of', 'make-moderator': 'Make a moderator of' } as const;

interface ProposedProps {
  proposal: Proposal;
  isOwn: boolean;
  state: FormState | undefined;
}

const Proposed = ({ proposal, isOwn, state }: ProposedProps) => {
  const { id, aim, about, subject, reason, proposed_by: by, created_at: at, expires_at: end } = proposal;
  const href = useHref();
  const [kind = ''] = subject.split(':');
  const place = places[kind]?.(about);
  return (
    <article class="card">
      <h2>
        {aims[aim]} {place === undefined ? <bdi>{about}</bdi> : <a href={href(place)}>{about}</a>}
      </h2>
      <p class="facts">
        <span>{kind}</span>
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
