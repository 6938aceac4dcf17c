import {
  type Client,
  type Findings,
  type GetAdvisoryReply,
  type ListChangesReply,
  type Node,
  type NodeVersion,
  type Proposal,
  RegistryError,
  checkVersion,
  getFindings,
  getVersion,
  listNodeVersions,
  listNodes,
  listNodesOfPublisher,
  updateVersionStatus,
} from '@patchbay/client';
import { type NodeVersionStatus, nodeVersionStatuses } from '@patchbay/contract';
import { advisoryIn } from '../../components/advisory-field.tsx';
import { AdvisoryForm, advisoryTexts } from '../../components/advisory-form.tsx';
import { ChangeList } from '../../components/change-list.tsx';
import { Day } from '../../components/day.tsx';
import { FindingList } from '../../components/finding-list.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { WaitingProposal } from '../../components/waiting-proposal.tsx';
import { FormRefusal } from '../../forms/form-refusal.ts';
import type { FormState } from '../../forms/form-state.ts';
import { changedIn } from '../../forms/opened.ts';
import { formatBytes } from '../../format.ts';
import { findOpenAdvisory } from '../../open-advisory.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { historyOf } from './history-of.ts';
import { moderation, reasonIn } from './moderation.tsx';
import { proposalAbout } from './proposal-about.ts';
import { VersionDecision } from './version-decision.tsx';
import { versionPath } from './version-path.ts';

/** What a read returns, or undefined if the registry does not show it: banned, deleted or never there. */
const orAbsent = async <Found,>(read: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof RegistryError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
};

const [nodesShownMax, versionsShownMax, changesShownMax] = [8, 8, 50];

/** One version with all that a decision needs: what was found where, and what else its publisher published. */
export const version = moderation({
  path: '/moderate/versions/:nodeId/:version',
  show: async (visit, state) => {
    const { nodeId = '', version: number = '' } = visit.params;
    const { client } = visit;
    const [known, found, { nodes: cards }] = await Promise.all([
      orAbsent(getVersion(client, { nodeId, version: number })),
      orAbsent(getFindings(client, { nodeId, version: number })),
      listNodes(client, { node_id: [nodeId], include_banned: true, limit: 1 }),
    ]);
    // Neither: say so as the registry does.
    const shown = known ?? found ?? (await getVersion(client, { nodeId, version: number }));
    const publisherId = cards[0]?.publisher.id;
    return {
      title: `${nodeId} ${number}`,
      body: (
        <Decision
          nodeId={nodeId}
          number={number}
          status={shown.status}
          known={known}
          found={found}
          publisherId={publisherId}
          beside={publisherId === undefined ? [] : await versionsOf(client, publisherId)}
          changes={await changesOf(client, known, publisherId)}
          advisory={
            shown.status === 'NodeVersionStatusBanned'
              ? await findOpenAdvisory(client, nodeId, known?.version ?? number)
              : undefined
          }
          proposal={await proposalAbout(
            client,
            'version',
            `${cards[0]?.id ?? nodeId}@${known?.version ?? number}`,
          )}
          state={state}
        />
      ),
    };
  },
  subject: async ({ client, params: { nodeId = '', version: number = '' } }) => {
    const known = await orAbsent(getVersion(client, { nodeId, version: number }));
    return known && `version:${known.id}`;
  },
  acts: {
    decide: ({ client, params: { nodeId = '', version: number = '' } }, fields) => {
      const status = nodeVersionStatuses.find((one) => one === fields.get('status'));
      if (status === undefined) throw new FormRefusal({}, 'Choose what becomes of the version.');
      const body = { status, status_reason: reasonIn(fields), ...advisoryIn(fields) };
      return updateVersionStatus(client, { nodeId, version: number, body });
    },
    advise: async ({ client, params: { nodeId = '', version: number = '' } }, fields) => {
      const changed = changedIn(fields, advisoryTexts(await findOpenAdvisory(client, nodeId, number)));
      const body = { reason: reasonIn(fields), ...Object.fromEntries(changed) };
      return updateVersionStatus(client, { nodeId, version: number, body });
    },
    check: ({ client, params: { nodeId = '', version: number = '' } }: Visit) =>
      checkVersion(client, { nodeId, version: number }),
  },
});

interface Beside {
  node: Node;
  versions: readonly NodeVersion[];
}

/** The newest nodes of a publisher with their newest versions, whatever became of them. */
const versionsOf = async (client: Client, publisherId: string): Promise<Beside[]> => {
  const nodes = await listNodesOfPublisher(client, { publisherId, limit: nodesShownMax });
  return Promise.all(
    nodes.map(async (node) => {
      const args = { nodeId: node.id, limit: versionsShownMax, statuses: nodeVersionStatuses };
      return { node, versions: (await orAbsent(listNodeVersions(client, args))) ?? [] };
    }),
  );
};

/** What happened to the version and to its publisher. */
const changesOf = async (
  client: Client,
  known: NodeVersion | undefined,
  publisherId: string | undefined,
): Promise<ListChangesReply['changes']> => {
  const subjects = [known && `version:${known.id}`, publisherId && `publisher:${publisherId}`];
  const logs = subjects.flatMap((subject) =>
    subject === undefined ? [] : historyOf(client, subject, changesShownMax),
  );
  return (await Promise.all(logs)).flat().toSorted((one, other) => other.seq - one.seq);
};

interface DecisionProps {
  nodeId: string;
  number: string;
  status: NodeVersionStatus;
  known: NodeVersion | undefined;
  found: Findings | undefined;
  publisherId: string | undefined;
  beside: readonly Beside[];
  changes: ListChangesReply['changes'];
  advisory: GetAdvisoryReply | undefined;
  proposal: Proposal | undefined;
  state: FormState | undefined;
}

const Decision = (props: DecisionProps) => {
  const { nodeId, number, status, known, found, publisherId, beside, changes, advisory, proposal, state } =
    props;
  const href = useHref();
  const reason = known?.status_reason ?? found?.status_reason;
  return (
    <>
      <header class="stack">
        <h1>
          <bdi>{nodeId}</bdi> {number} <StateTag status={status} />
        </h1>
        <p class="facts">
          <a href={href(`/moderate/nodes/${encodeURIComponent(nodeId)}`)}>Node</a>
          {publisherId !== undefined && (
            <a href={href(`/moderate/publishers/${publisherId}`)}>{publisherId}</a>
          )}
          {known !== undefined && <Day time={known.createdAt} />}
          {known?.package_bytes !== undefined && <span>{formatBytes(known.package_bytes)}</span>}
        </p>
        {reason !== undefined && <p dir="auto">{reason}</p>}
      </header>
      <div class="columns">
        <div class="stack">
          <WaitingProposal proposal={proposal} />
          <VersionDecision status={status} state={state} />
          {status === 'NodeVersionStatusBanned' && <AdvisoryForm advisory={advisory} state={state} />}
          <h2>What the checks found</h2>
          {found === undefined || found.findings.length === 0 ? (
            <p class="quiet">{outcomes[found?.outcome ?? 'none']}</p>
          ) : (
            <FindingList findings={found.findings} />
          )}
        </div>
        <aside class="stack">
          <h2>The publisher's versions</h2>
          {beside.map(({ node, versions }) => (
            <section key={node.id} class="stack">
              <h3>
                <bdi>{node.id}</bdi>
              </h3>
              <ul class="plain">
                {versions.map(({ id, version: other, status: state, createdAt }) => (
                  <li key={id}>
                    <a href={href(versionPath(node.id, other))}>{other}</a> <StateTag status={state} />{' '}
                    <Day time={createdAt} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <h2>History</h2>
          <ChangeList changes={changes} />
        </aside>
      </div>
    </>
  );
};

const outcomes = {
  none: 'Its package was not checked.',
  passed: 'Nothing.',
  found: 'Nothing that is shown.',
  'could-not-check': 'It could not be checked to the end.',
} as const;
