import {
  type Node,
  type NodeVersion,
  RegistryError,
  deleteNode,
  deleteVersion,
  getNode,
  getNodePermissions,
  getVersion,
  listNodeVersions,
  renameNode,
  updateNode,
  updateNodePublishing,
  updateVersion,
} from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { BanNotice } from '../../components/ban-notice.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { type FormAction, formsOf } from '../../forms/forms-of.ts';
import { changedIn } from '../../forms/opened.ts';
import { samePage } from '../../forms/same-page.ts';
import { textOf } from '../../forms/text-of.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { lastPage } from '../../last-page.ts';
import { type View, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { banReason } from './ban-reason.ts';
import { loadPublisher } from './load-publisher.ts';
import { changedNode, nodeChange } from './node-fields.tsx';
import { DeletedNode, OwnNode } from './own-node-view.tsx';
import { deprecationTexts } from './own-versions.tsx';

const path = '/account/publishers/:publisherId/nodes/:nodeId';
const versionsMax = 20;
const statuses = ['Active', 'Flagged', 'Pending', 'Banned', 'Deleted'].map(
  (status) => `NodeVersionStatus${status}` as NodeVersion['status'],
);

const idsOf = ({ params: { publisherId = '', nodeId = '' } }: Visit) => ({ publisherId, nodeId });

const show = (visit: Visit, state?: FormState): Promise<View> => view(visit, state);

const view = async (visit: Visit, state?: FormState, preview?: Node): Promise<View> => {
  const { client, query } = visit;
  const { publisherId, nodeId } = idsOf(visit);
  const { isOwner, publisher } = await loadPublisher(visit);
  // Of another publisher, or of nobody: refused here. A deleted one passes.
  await getNodePermissions(client, { publisherId, nodeId });
  const node = await getNode(client, { nodeId }).catch(obstacleOf);
  if (node === 'node_not_found') {
    return {
      title: nodeId,
      body: <DeletedNode id={nodeId} publisher={{ id: publisherId, isOwner }} state={state} />,
    };
  }
  if (node === 'node_banned') {
    const thing = publisher.status === 'PublisherStatusBanned' ? 'publisher' : 'node';
    const reason = await banReason(client, publisherId, thing === 'node' ? nodeId : undefined);
    return {
      title: nodeId,
      body: (
        <>
          <AccountNav publisher={{ id: publisherId, isOwner }} />
          <section class="stack">
            <h1>
              <bdi>{nodeId}</bdi>
            </h1>
            <BanNotice thing={thing} publisherId={publisherId} reason={reason} />
          </section>
        </>
      ),
    };
  }
  const place = { page: readNumber(query, 'page', 1), limit: versionsMax };
  const read = (at: typeof place) =>
    listNodeVersions(client, { nodeId, statuses, include_status_reason: true, ...at });
  const versions = await read(place);
  return {
    title: node.name ?? nodeId,
    body: (
      <OwnNode
        node={node}
        preview={preview}
        publisher={{ id: publisherId, isOwner }}
        versions={versions}
        page={place.page}
        totalPages={await lastPage(versions, place, read)}
        state={state}
      />
    ),
  };
};

/** What keeps members, too, from the node. */
const obstacleOf = (error: unknown): 'node_not_found' | 'node_banned' => {
  const code = error instanceof RegistryError ? error.code : undefined;
  if (code === 'node_not_found' || code === 'node_banned') return code;
  throw error;
};

/** A node for the members of its publisher: what it says of itself, and its versions. */
export const ownNodePage = page({ path, audience: 'person', show });

const deprecate: FormAction = async (visit, fields) => {
  const { client } = visit;
  const { publisherId, nodeId } = idsOf(visit);
  const versionId = fields.get('which') ?? '';
  const version = await getVersion(client, { nodeId, version: versionId });
  const text = changedIn(fields, deprecationTexts(version)).get('deprecation_message');
  await updateVersion(client, {
    publisherId,
    nodeId,
    versionId,
    body: { deprecated: true, ...(text === undefined ? {} : { deprecation_message: text || null }) },
  });
  return samePage(visit, 'deprecated');
};

const setTrustedOnly = async (visit: Visit, trusted_only: boolean) => {
  await updateNodePublishing(visit.client, { ...idsOf(visit), body: { trusted_only } });
  return samePage(visit, trusted_only ? 'trusted-only' : 'tokens-again');
};

export const ownNodeForms = formsOf(path, show, {
  save: async (visit, fields) => {
    const ids = idsOf(visit);
    const node = await getNode(visit.client, ids);
    if (fields.has('preview')) {
      const preview = changedNode(fields, node);
      return view(
        visit,
        { name: 'save', sent: fields, status: 200, message: '', faults: new Map() },
        preview,
      );
    }
    await updateNode(visit.client, { ...ids, body: nodeChange(fields, node) });
    return samePage(visit, 'saved');
  },
  deprecate,
  undeprecate: async (visit, fields) => {
    const versionId = fields.get('which') ?? '';
    await updateVersion(visit.client, { ...idsOf(visit), versionId, body: { deprecated: false } });
    return samePage(visit, 'undeprecated');
  },
  rename: async (visit, fields) => {
    const { publisherId, nodeId } = idsOf(visit);
    const { id } = await renameNode(visit.client, {
      publisherId,
      nodeId,
      body: { id: textOf(fields, 'id') },
    });
    return { redirect: `/account/publishers/${publisherId}/nodes/${id}?done=renamed` };
  },
  'trusted-only': (visit) => setTrustedOnly(visit, true),
  'tokens-again': (visit) => setTrustedOnly(visit, false),
  'delete-version': async (visit, fields) => {
    const { nodeId } = idsOf(visit);
    const versionId = fields.get('which') ?? '';
    requireConfirmation(fields, `${nodeId}@${versionId}`);
    await deleteVersion(visit.client, { ...idsOf(visit), versionId });
    return samePage(visit, 'deleted');
  },
  'delete-node': async (visit, fields) => {
    const { nodeId } = idsOf(visit);
    requireConfirmation(fields, nodeId);
    await deleteNode(visit.client, idsOf(visit));
    return samePage(visit, 'deleted');
  },
  restore: async (visit) => {
    await updateNode(visit.client, { ...idsOf(visit), body: { status: 'NodeStatusActive' } });
    return samePage(visit, 'restored');
  },
});
