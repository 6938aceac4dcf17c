import {
  type Client,
  type GetAdvisoryReply,
  type ListChangesReply,
  type Node,
  type Proposal,
  type UpdateNodeQuotasReply,
  moderateNode,
  searchNodes,
  updateNodeQuotas,
} from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { advisoryIn } from '../../components/advisory-field.tsx';
import { AdvisoryForm, advisoryTexts } from '../../components/advisory-form.tsx';
import { BanForm } from '../../components/ban-form.tsx';
import { ChangeList } from '../../components/change-list.tsx';
import { ConfirmationField } from '../../components/confirmation-field.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { QuotaForm } from '../../components/quota-form.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { WaitingProposal } from '../../components/waiting-proposal.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { changedIn, openedAs } from '../../forms/opened.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { textOf } from '../../forms/text-of.ts';
import { findOpenAdvisory } from '../../open-advisory.ts';
import { searchable } from '../../searchable.ts';
import { useHref } from '../../visit.ts';
import { findNode } from './find-node.ts';
import { historyOf } from './history-of.ts';
import { type Act, moderation, reasonIn } from './moderation.tsx';
import { quotaValues } from '../../forms/quota-values.ts';
import { proposalAbout } from './proposal-about.ts';

const similarShownMax = 8;
const changesShownMax = 100;

const setStatus =
  (status: Node['status']): Act =>
  ({ client, params: { nodeId = '' } }, fields) =>
    moderateNode(client, {
      nodeId,
      body: { status, status_detail: reasonIn(fields), ...advisoryIn(fields) },
    });

/** One node: its state, its rank, to whom it belongs, its quotas and history, and the nodes it may be taken for. */
export const node = moderation({
  path: '/moderate/nodes/:nodeId',
  show: async ({ client, params: { nodeId = '' } }, state) => {
    const card = await findNode(client, nodeId);
    const [similar, usage, changes, advisory, proposal] = await Promise.all([
      similarTo(client, card.id),
      // The interface reads them only so: what changes nothing returns them.
      card.status === 'NodeStatusDeleted' ? undefined : updateNodeQuotas(client, { nodeId, body: {} }),
      historyOf(client, `node:${card.id}`, changesShownMax),
      card.status === 'NodeStatusBanned' ? findOpenAdvisory(client, card.id) : undefined,
      proposalAbout(client, 'node', card.id),
    ]);
    return {
      title: card.id,
      body: (
        <Managed
          node={card}
          similar={similar}
          usage={usage}
          changes={changes}
          advisory={advisory}
          proposal={proposal}
          state={state}
        />
      ),
    };
  },
  subject: async ({ client, params: { nodeId = '' } }) => `node:${(await findNode(client, nodeId)).id}`,
  acts: {
    ban: setStatus('NodeStatusBanned'),
    lift: setStatus('NodeStatusActive'),
    advise: async ({ client, params: { nodeId = '' } }, fields) => {
      const changed = changedIn(fields, advisoryTexts(await findOpenAdvisory(client, nodeId)));
      const body = { reason: reasonIn(fields), ...Object.fromEntries(changed) };
      return moderateNode(client, { nodeId, body });
    },
    rank: async ({ client, params: { nodeId = '' } }, fields) => {
      const changed = changedIn(fields, rankTexts(await findNode(client, nodeId))).get('search_ranking');
      const rank = changed === undefined ? {} : { search_ranking: changed === '' ? null : Number(changed) };
      return moderateNode(client, { nodeId, body: { ...rank, reason: reasonIn(fields) } });
    },
    transfer: ({ client, params: { nodeId = '' } }, fields) => {
      const publisher_id = textOf(fields, 'publisher_id');
      if (publisher_id === '')
        throw new FormRefusal({ publisher_id: 'Name the publisher that gets the node.' });
      requireConfirmation(fields, nodeId);
      // Which proposes it where a node of a banned publisher takes two moderators.
      const body = { publisher: { id: publisher_id }, reason: reasonIn(fields) };
      return moderateNode(client, { nodeId, body });
    },
    quotas: async ({ client, params: { nodeId = '' } }, fields) => {
      const usage = await updateNodeQuotas(client, { nodeId, body: {} });
      const body = { ...quotaValues('node', fields, usage), reason: reasonIn(fields) };
      return updateNodeQuotas(client, { nodeId, body });
    },
  },
});

/** Nodes with the words of an id, which it may be taken for. */
const similarTo = async (client: Client, id: string): Promise<readonly Node[]> => {
  const search = searchable(id.split(/[-_.]+/).join(' '));
  const { nodes } = await searchNodes(client, { search, limit: similarShownMax + 1 });
  return nodes.filter((other) => other.id !== id).slice(0, similarShownMax);
};

interface ManagedProps {
  node: Node;
  similar: readonly Node[];
  /** Absent of a deleted one. */
  usage: UpdateNodeQuotasReply | undefined;
  changes: ListChangesReply['changes'];
  advisory: GetAdvisoryReply | undefined;
  proposal: Proposal | undefined;
  state: FormState | undefined;
}

const effectOfBan = (status: Node['status'], isOfBanned: boolean): string => {
  if (isOfBanned) return 'Keeps it banned when the ban of its publisher is lifted.';
  return status === 'NodeStatusDeleted'
    ? 'Keeps its publisher from restoring it.'
    : 'Hides all its versions from installs, downloads and lists.';
};

const Managed = ({ node: card, similar, usage, changes, advisory, proposal, state }: ManagedProps) => {
  const href = useHref();
  const { id, status, status_detail: detail, publisher } = card;
  const isOfBanned = publisher.status === 'PublisherStatusBanned';
  return (
    <>
      <header class="stack">
        <h1>
          <bdi>{id}</bdi> <StateTag status={status} />
        </h1>
        <p class="facts">
          {status !== 'NodeStatusDeleted' && <a href={href(`/n/${encodeURIComponent(id)}`)}>Page</a>}
          <a href={href(`/moderate/publishers/${publisher.id}`)}>{publisher.id}</a>
        </p>
        {detail !== undefined && <p dir="auto">{detail}</p>}
      </header>
      <div class="columns">
        <div class="stack">
          <WaitingProposal proposal={proposal} />
          {isOfBanned && (
            <p class="notice">
              Its publisher is banned, and all its nodes with it.{' '}
              <a href={href(`/moderate/publishers/${publisher.id}`)}>That ban</a> is lifted on its own page.
            </p>
          )}
          <BanForm
            thing="node"
            isBanned={status === 'NodeStatusBanned' && !isOfBanned}
            effect={effectOfBan(status, isOfBanned)}
            hint="Shown to the publisher and kept in the log."
            state={state}
          />
          {status === 'NodeStatusBanned' && <AdvisoryForm advisory={advisory} state={state} />}
          {usage !== undefined && (
            <>
              <h2>Rank</h2>
              <RankForm node={card} state={state} />
              <h2>Transfer</h2>
              <TransferForm id={id} state={state} />
              <h2>Quotas</h2>
              <QuotaForm subject="node" usage={usage} state={state} />
            </>
          )}
        </div>
        <aside class="stack">
          <h2>Similar names</h2>
          {similar.length === 0 && <p class="quiet">No other node has these words.</p>}
          <ul class="plain">
            {similar.map((other) => (
              <li key={other.id}>
                <a href={href(`/moderate/nodes/${encodeURIComponent(other.id)}`)}>{other.id}</a>{' '}
                <span class="quiet">{other.publisher.id}</span>
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

const rankTexts = ({ search_ranking: ranking }: Node) => ({
  search_ranking: ranking === undefined ? '' : String(ranking),
});

const RankForm = ({ node: ranked, state }: { node: Node; state: FormState | undefined }) => (
  <Form name="rank" label="Rank" state={state} opened={openedAs(rankTexts(ranked))}>
    <Field
      name="search_ranking"
      label="Search ranking"
      hint="Lower comes first among nodes that provide the same app-node. Empty: none."
      type="number"
      min={0}
      max={2_147_483_647}
      value={rankTexts(ranked).search_ranking}
    />
    <ReasonField label="Reason for the rank" hint="Told to the publisher and kept in the log." />
    <div>
      <button name="do" value="rank">
        Set rank
      </button>
    </div>
  </Form>
);

const TransferForm = ({ id, state }: { id: string; state: FormState | undefined }) => (
  <Form name="transfer" label="Transfer" state={state}>
    <Field
      name="publisher_id"
      label="New publisher"
      isRequired
      maxLength={limits.nameCharsMax}
      autocomplete="off"
    />
    <ReasonField label="Reason for the transfer" hint="Kept in the log." />
    <ConfirmationField word={id} />
    <div>
      <button class="danger" name="do" value="transfer">
        Transfer the node
      </button>
    </div>
    <p class="quiet">
      The new publisher gets its versions, packages and downloads. To undo: transfer it back; what the new
      publisher changed stays.
    </p>
  </Form>
);
