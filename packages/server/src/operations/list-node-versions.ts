import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { publicNode } from '../guards/node.ts';
import { targetOn } from '../guards/publisher.ts';
import { may } from '../policy/rights.ts';
import { presentVersion } from '../present/version.ts';
import { findVersionsOfNode } from '../store/version-lists.ts';

/** The versions of a node, whole: installers pick from all of them. */
export const listNodeVersions: Operation<Endpoints['listNodeVersions']> = async (
  { store, publicUrl },
  { actor, params, query },
) => {
  const { node, publisher } = await publicNode(store.read, params.nodeId);
  const inside = may(actor, 'private.read', await targetOn(store.read, actor, publisher.id, node.key));
  const versions = await findVersionsOfNode(
    store.read,
    node.key,
    query.statuses ?? ['NodeVersionStatusActive'],
  );
  return versions.map((version) => {
    const { status_reason, ...shown } = presentVersion(version, { node, publicUrl: publicUrl(), inside });
    return query.include_status_reason === true && status_reason !== undefined
      ? { ...shown, status_reason }
      : shown;
  });
};
