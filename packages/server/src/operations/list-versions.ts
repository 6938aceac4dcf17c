import { type Endpoints, limits } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { may } from '../policy/rights.ts';
import { presentPage } from '../present/page.ts';
import { presentVersion } from '../present/version.ts';
import { nodeKey } from '../store/nodes.ts';
import { pageOf } from '../store/pages.ts';
import { findVersions } from '../store/version-lists.ts';

/** The versions of all listed nodes. */
export const listVersions: Operation<Endpoints['listVersions']> = async (
  { store, publicUrl },
  { actor, query },
) => {
  const { node_id, statuses, timestamp } = query;
  const page = await findVersions(
    store.read,
    {
      nodeKey: node_id === undefined ? undefined : nodeKey(node_id),
      statuses,
      createdAfter: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
    },
    pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax }),
  );
  const inside = may(actor, 'moderate');
  return presentPage('versions', page, ({ version, node }) =>
    presentVersion(version, { node, publicUrl: publicUrl(), inside }),
  );
};
