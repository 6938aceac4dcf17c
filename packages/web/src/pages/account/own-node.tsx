import {
  type Node,
  type NodeVersion,
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
import type { FormState } from '../../forms/form-state.ts';
import { type FormAction, formsOf } from '../../forms/forms-of.ts';
import { changedIn } from '../../forms/opened.ts';
import { textOf } from '../../forms/text-of.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { type View, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
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
const addressOf = (visit: Visit, done: string): string => {
  const { publisherId, nodeId } = idsOf(visit);
  return `/account/publishers/${publisherId}/nodes/${nodeId}?done=${done}`;
};

const show = (visit: Visit, state?: FormState): Promise<View> => view(visit, state);

const view = async (visit: Visit, state?: FormState, preview?: Node): Promise<View> => {
  const { client, query } = visit;
  const { publisherId, nodeId } = idsOf(visit);
  const { isOwner } = await loadPublisher(visit);
  // Of another publisher, or of nobody: refused here. A deleted one passes.
  await getNodePermissions(client, { publisherId, nodeId });
  const node = await getNode(client, { nodeId }).catch(undefinedIfDeleted);
  if (node === undefined) {
    return {
      title: nodeId,
      body: <DeletedNode id={nodeId} publisher={{ id: publisherId, isOwner }} state={state} />,
    };
  }
  const number = readNumber(query, 'page', 1);
  const asked = { nodeId, page: number, limit: versionsMax, statuses, include_status_reason: true };
  const versions = await listNodeVersions(client, asked);
  return {
    title: node.name ?? nodeId,
    body: (
      <OwnNode
        node={node}
        preview={preview}
        publisher={{ id: publisherId, isOwner }}
        versions={versions}
        page={number}
        totalPages={versions.length === versionsMax ? number + 1 : number}
        state={state}
      />
    ),
  };
};

const undefinedIfDeleted = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'node_not_found') return undefined;
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
  return { redirect: addressOf(visit, 'deprecated') };
};

const setTrustedOnly = async (visit: Visit, trusted_only: boolean) => {
  await updateNodePublishing(visit.client, { ...idsOf(visit), body: { trusted_only } });
  return { redirect: addressOf(visit, trusted_only ? 'trusted-only' : 'tokens-again') };
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
    return { redirect: addressOf(visit, 'saved') };
  },
  deprecate,
  undeprecate: async (visit, fields) => {
    const versionId = fields.get('which') ?? '';
    await updateVersion(visit.client, { ...idsOf(visit), versionId, body: { deprecated: false } });
    return { redirect: addressOf(visit, 'undeprecated') };
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
    return { redirect: addressOf(visit, 'deleted') };
  },
  'delete-node': async (visit, fields) => {
    const { nodeId } = idsOf(visit);
    requireConfirmation(fields, nodeId);
    await deleteNode(visit.client, idsOf(visit));
    return { redirect: addressOf(visit, 'deleted') };
  },
  restore: async (visit) => {
    await updateNode(visit.client, { ...idsOf(visit), body: { status: 'NodeStatusActive' } });
    return { redirect: addressOf(visit, 'restored') };
  },
});
