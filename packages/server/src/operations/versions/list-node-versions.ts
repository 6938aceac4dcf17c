import { type Endpoints, type ListedVersion, limits } from '@patchbay/contract';
import { publicNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentVersion } from '../../documents/present.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { type VersionChanges, findVersionChanges } from '../../store/listing/version-changes.ts';
import { findVersionsOfNode } from '../../store/listing/version-lists.ts';
import { defaultStatuses } from '../../authorization/availability.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

/** The versions of a node, many to a page: installers choose from all of them. */
export const listNodeVersions: Operation<Endpoints['listNodeVersions']> = async (
  { store, publicUrl },
  { actor, params, query },
) => {
  const { node, publisher } = await publicNode(store.read, params.nodeId, { actor });
  const inside = may(actor, 'private.read', await targetOn(store.read, actor, publisher.id, node.key));
  const { include_changes: withChanges = false, include_status_reason: withReason = false } = query;
  const { statuses = defaultStatuses(inside && withReason) } = query;
  const max = withChanges ? limits.changedVersionsMax : limits.barePageSizeMax;
  const page = await findVersionsOfNode(
    store.read,
    node.key,
    { statuses, withUploads: inside },
    pageOf(query, { fallback: max, max }),
  );
  const changes = withChanges ? await findVersionChanges(store.read, node.key, page.items) : undefined;
  const shown = page.items.map((version): ListedVersion => {
    const { status_reason, ...others } = presentVersion(version, { node, publicUrl: publicUrl(), inside });
    const isReasonAsked = withReason && status_reason !== undefined;
    const changed = changes?.get(version.id);
    return {
      ...others,
      ...(isReasonAsked && { status_reason }),
      ...(changed !== undefined && { changes: presentChanges(changed) }),
    };
  });
  return new BarePage(page, shown);
};

const presentChanges = ({
  comparedWith,
  total,
  appNodes,
}: VersionChanges): NonNullable<ListedVersion['changes']> => ({
  compared_with: comparedWith,
  total,
  app_nodes: appNodes.map(({ name, kind, breaking }) => ({
    app_node_name: name,
    kind,
    ...(breaking !== undefined && { breaking }),
  })),
});
