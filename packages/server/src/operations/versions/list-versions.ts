import type { Endpoints } from '@patchbay/contract';
import { demand, targetOn } from '../../authorization/publisher.ts';
import { type Actor, may } from '../../authorization/rights.ts';
import { presentPage } from '../../present/page.ts';
import { presentVersion } from '../../documents/present.ts';
import { findNode, nodeKey } from '../../store/rows/nodes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findVersions } from '../../store/listing/version-lists.ts';
import type { ReadConnection } from '../../store/store.ts';
import type { Operation } from '../operation.ts';
import { defaultStatuses } from '../../authorization/availability.ts';

/** The versions of all listed nodes. */
export const listVersions: Operation<Endpoints['listVersions']> = async (
  { store, publicUrl },
  { actor, query },
) => {
  const { node_id, statuses, status_reason, include_status_reason = true, timestamp } = query;
  // A search over hidden text would reveal it.
  if (status_reason !== undefined) demand(actor, 'moderate');
  const inside = may(actor, 'moderate') || (await isOwn(store.read, actor, node_id));
  const page = await findVersions(
    store,
    {
      nodeId: node_id === undefined ? undefined : nodeKey(node_id),
      statuses: statuses ?? defaultStatuses(inside && node_id !== undefined && include_status_reason),
      withUploads: inside,
      statusReason: status_reason || undefined,
      createdAfter: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
    },
    pageOf(query),
  );
  return presentPage('versions', page, ({ version, node }) => {
    const shown = include_status_reason ? version : { ...version, statusReason: null };
    return presentVersion(shown, { node, publicUrl: publicUrl(), inside });
  });
};

/** Whether the node is one that the actor may see all of. */
const isOwn = async (read: ReadConnection, actor: Actor, nodeId: string | undefined): Promise<boolean> => {
  if (nodeId === undefined || actor.kind === 'anonymous') return false;
  const node = await findNode(read, nodeId);
  if (node === undefined) return false;
  return may(actor, 'private.read', await targetOn(read, actor, node.publisherId, node.key));
};
