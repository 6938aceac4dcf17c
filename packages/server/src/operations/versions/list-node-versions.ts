import type { Endpoints } from '@patchbay/contract';
import { publicNode } from '../../access/node.ts';
import { targetOn } from '../../access/publisher.ts';
import { may } from '../../policy/rights.ts';
import { presentVersion } from '../../present/version.ts';
import { barePageOf } from '../../store/listing/pages.ts';
import { findVersionsOfNode } from '../../store/listing/version-lists.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

/** The versions of a node, many to a page: installers choose from all of them. */
export const listNodeVersions: Operation<Endpoints['listNodeVersions']> = async (
  { store, publicUrl },
  { actor, params, query },
) => {
  const { node, publisher } = await publicNode(store.read, params.nodeId);
  const inside = may(actor, 'private.read', await targetOn(store.read, actor, publisher.id, node.key));
  const page = await findVersionsOfNode(
    store.read,
    node.key,
    query.statuses ?? ['NodeVersionStatusActive'],
    barePageOf(query),
  );
  const shown = page.items.map((version) => {
    const { status_reason, ...others } = presentVersion(version, { node, publicUrl: publicUrl(), inside });
    return query.include_status_reason === true && status_reason !== undefined
      ? { ...others, status_reason }
      : others;
  });
  return new BarePage(page, shown);
};
