import {
  type Client,
  type ListChangesReply,
  type Node,
  type UpdateNodeQuotasReply,
  getNode,
  listChanges,
  listNodes,
  moderateNode,
  searchNodes,
  transferNode,
  updateNodeQuotas,
} from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { ActForm } from '../../components/act-form.tsx';
import { BanForm } from '../../components/ban-form.tsx';
import { ChangeList } from '../../components/change-list.tsx';
import { ConfirmField } from '../../components/confirm-field.tsx';
import { FormField } from '../../components/form-field.tsx';
import { QuotaForm } from '../../components/quota-form.tsx';
import { ReasonField } from '../../components/reason-field.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { useHref } from '../../visit.ts';
import { type Act, type Failed, FormError, moderation, reasonIn, requireConfirmed } from './moderation.tsx';
import { quotaValues } from './quota-values.ts';

const similarShownMax = 8;
const changesShownMax = 100;

const setStatus =
  (status: Node['status']): Act =>
  ({ client, params: { nodeId = '' } }, fields) =>
    moderateNode(client, { nodeId, body: { status, status_detail: reasonIn(fields) } });

/** One node: its state, its rank, to whom it belongs, its quotas and history, and the nodes it may be taken for. */
export const node = moderation({
  path: '/moderate/nodes/:nodeId',
  show: async ({ client, params: { nodeId = '' } }, failed) => {
    const card = await findNode(client, nodeId);
    const [similar, usage, { changes }] = await Promise.all([
      similarTo(client, card.id),
      // The interface reads them only so: what changes nothing returns them.
      updateNodeQuotas(client, { nodeId, body: {} }),
      listChanges(client, { subject: `node:${card.id}`, limit: changesShownMax }),
    ]);
    return {
      title: card.id,
      body: <Managed node={card} similar={similar} usage={usage} changes={changes} failed={failed} />,
    };
  },
  acts: {
    ban: setStatus('NodeStatusBanned'),
    lift: setStatus('NodeStatusActive'),
    rank: ({ client, params: { nodeId = '' } }, fields) => {
      const sent = fields.get('search_ranking')?.trim() ?? '';
      return moderateNode(client, { nodeId, body: { search_ranking: sent === '' ? null : Number(sent) } });
    },
    transfer: ({ client, params: { nodeId = '' } }, fields) => {
      requireConfirmed(fields, nodeId);
      const publisher_id = fields.get('publisher_id')?.trim() ?? '';
      if (publisher_id === '') throw new FormError('Name the publisher that gets the node.');
      return transferNode(client, { nodeId, body: { publisher_id, reason: reasonIn(fields) } });
    },
    quotas: ({ client, params: { nodeId = '' } }, fields) =>
      updateNodeQuotas(client, { nodeId, body: quotaValues('node', fields) }),
  },
});

/** Also a banned one. Throws what the registry says if there is none. */
const findNode = async (client: Client, nodeId: string): Promise<Node> => {
  const { nodes } = await listNodes(client, { node_id: [nodeId], include_banned: true, limit: 1 });
  return nodes[0] ?? (await getNode(client, { nodeId }));
};

/** Nodes with the words of an id, which it may be taken for. */
const similarTo = async (client: Client, id: string): Promise<readonly Node[]> => {
  const search = id.split(/[-_.]+/).join(' ');
  const { nodes } = await searchNodes(client, { search, limit: similarShownMax + 1 });
  return nodes.filter((other) => other.id !== id).slice(0, similarShownMax);
};

interface ManagedProps {
  node: Node;
  similar: readonly Node[];
  usage: UpdateNodeQuotasReply;
  changes: ListChangesReply['changes'];
  failed: Failed | undefined;
}

const Managed = ({ node: card, similar, usage, changes, failed }: ManagedProps) => {
  const href = useHref();
  const { id, status, status_detail: detail, publisher } = card;
  const failedAct = failed?.fields.get('act');
  const typed = (act: string, name: string): string =>
    failedAct === act ? (failed?.fields.get(name) ?? '') : '';
  return (
    <>
      <header class="stack">
        <h1>
          <bdi>{id}</bdi> <StateTag status={status} />
        </h1>
        <p class="facts">
          <a href={href(`/n/${encodeURIComponent(id)}`)}>Page</a>
          <a href={href(`/moderate/publishers/${publisher.id}`)}>{publisher.id}</a>
        </p>
        {detail !== undefined && <p dir="auto">{detail}</p>}
      </header>
      <div class="columns">
        <div class="stack">
          <BanForm
            thing="node"
            isBanned={status === 'NodeStatusBanned'}
            effect="Hides all its versions from installs, downloads and lists."
            hint="Shown to the publisher and kept in the log."
            reason={typed('ban', 'reason') + typed('lift', 'reason')}
          />
          <h2>Rank</h2>
          <RankForm ranking={card.search_ranking} />
          <h2>Transfer</h2>
          <TransferForm id={id} to={typed('transfer', 'publisher_id')} reason={typed('transfer', 'reason')} />
          <h2>Quotas</h2>
          <QuotaForm subject="node" usage={usage} />
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

const RankForm = ({ ranking }: { ranking: number | undefined }) => (
  <ActForm act="rank" label="Rank">
    <FormField
      id="search_ranking"
      label="Search ranking"
      hint="Lower comes first among nodes that provide the same app-node. Empty: none."
    >
      <input
        id="search_ranking"
        name="search_ranking"
        type="number"
        min={0}
        max={2_147_483_647}
        value={ranking}
        aria-describedby="search_ranking-hint"
      />
    </FormField>
    <p>
      <button>Set rank</button>
    </p>
  </ActForm>
);

const TransferForm = ({ id, to, reason }: { id: string; to: string; reason: string }) => (
  <ActForm act="transfer" label="Transfer">
    <FormField id="publisher_id" label="New publisher">
      <input
        id="publisher_id"
        name="publisher_id"
        required
        maxLength={limits.nameCharsMax}
        value={to}
        autocomplete="off"
        spellcheck={false}
      />
    </FormField>
    <ReasonField id="transfer-reason" hint="Kept in the log." value={reason} />
    <ConfirmField id="transfer-confirm" name={id} />
    <p>
      <button class="danger">Transfer the node</button>
    </p>
    <p class="quiet">
      The new publisher gets its versions, packages and downloads. To undo: transfer it back; what the new
      publisher changed stays.
    </p>
  </ActForm>
);
