import {
  type ListChangesReply,
  type GetPublisherUsageReply,
  type Node,
  type Proposal,
  type Publisher,
  getPublisher,
  getPublisherUsage,
  listNodesOfPublisher,
  updatePublisherQuotas,
  updatePublisherStatus,
} from '@patchbay/client';
import { BanForm } from '../../components/ban-form.tsx';
import { ChangeList } from '../../components/change-list.tsx';
import { Day } from '../../components/day.tsx';
import { QuotaForm } from '../../components/quota-form.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { WaitingProposal } from '../../components/waiting-proposal.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { useHref } from '../../visit.ts';
import { historyOf } from './history-of.ts';
import { type Act, moderation, reasonIn } from './moderation.tsx';
import { quotaValues } from '../../forms/quota-values.ts';
import { proposalAbout } from './proposal-about.ts';

const nodesShownMax = 50;
const changesShownMax = 100;

const setStatus =
  (status: Publisher['status']): Act =>
  ({ client, params: { publisherId = '' } }, fields) =>
    updatePublisherStatus(client, { publisherId, body: { status, reason: reasonIn(fields) } });

/** One publisher: its state, nodes, quotas and history. */
export const publisher = moderation({
  path: '/moderate/publishers/:publisherId',
  show: async ({ client, params: { publisherId = '' } }, state) => {
    const [known, nodes, usage, changes, proposal] = await Promise.all([
      getPublisher(client, { publisherId }),
      listNodesOfPublisher(client, { publisherId, limit: nodesShownMax }),
      getPublisherUsage(client, { publisherId }),
      historyOf(client, `publisher:${publisherId}`, changesShownMax),
      proposalAbout(client, 'publisher', publisherId),
    ]);
    return {
      title: publisherId,
      body: (
        <Managed
          publisher={known}
          nodes={nodes}
          usage={usage}
          changes={changes}
          proposal={proposal}
          state={state}
        />
      ),
    };
  },
  subject: ({ params: { publisherId = '' } }) => `publisher:${publisherId}`,
  acts: {
    ban: setStatus('PublisherStatusBanned'),
    lift: setStatus('PublisherStatusActive'),
    quotas: async ({ client, params: { publisherId = '' } }, fields) => {
      const usage = await getPublisherUsage(client, { publisherId });
      const body = { ...quotaValues('publisher', fields, usage), reason: reasonIn(fields) };
      return updatePublisherQuotas(client, { publisherId, body });
    },
  },
});

interface ManagedProps {
  publisher: Publisher;
  nodes: readonly Node[];
  usage: GetPublisherUsageReply;
  changes: ListChangesReply['changes'];
  proposal: Proposal | undefined;
  state: FormState | undefined;
}

const Managed = ({
  publisher: { id, name, status, createdAt },
  nodes,
  usage,
  changes,
  proposal,
  state,
}: ManagedProps) => {
  const href = useHref();
  return (
    <>
      <header class="stack">
        <h1>
          <bdi>{name ?? id}</bdi> <StateTag status={status} />
        </h1>
        <p class="facts">
          <a href={href(`/p/${id}`)}>{id}</a>
          <Day time={createdAt} />
        </p>
      </header>
      <div class="columns">
        <div class="stack">
          <WaitingProposal proposal={proposal} />
          <BanForm
            thing="publisher"
            isBanned={status === 'PublisherStatusBanned'}
            effect="Hides all its nodes and blocks every change by its members."
            hint="Told to the publisher and kept in the log."
            state={state}
          />
          <h2>Quotas</h2>
          <QuotaForm subject="publisher" usage={usage} state={state} />
        </div>
        <aside class="stack">
          <h2>Nodes</h2>
          <ul class="plain">
            {nodes.map((node) => (
              <li key={node.id}>
                <a href={href(`/moderate/nodes/${encodeURIComponent(node.id)}`)}>{node.id}</a>{' '}
                <StateTag status={node.status} />
              </li>
            ))}
          </ul>
          <h2>History</h2>
          <ChangeList changes={changes} />
        </aside>
      </div>
    </>
  );
};
