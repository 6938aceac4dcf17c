import { type Endpoints, limits } from '@patchbay/contract';
import { demand } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentPage } from '../../present/page.ts';
import { presentVersion } from '../../documents/present.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findVersions } from '../../store/listing/version-lists.ts';
import type { Operation } from '../operation.ts';

/** The versions of all listed nodes. */
export const listVersions: Operation<Endpoints['listVersions']> = async (
  { store, publicUrl },
  { actor, query },
) => {
  const { node_id, statuses, status_reason, include_status_reason = true, timestamp } = query;
  // A search over hidden text would reveal it.
  if (status_reason !== undefined) demand(actor, 'moderate');
  const isModerator = may(actor, 'moderate');
  const page = await findVersions(
    store,
    {
      nodeKey: node_id === undefined ? undefined : nodeKey(node_id),
      statuses,
      statusReason: status_reason || undefined,
      createdAfter: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
    },
    pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax }),
  );
  return presentPage('versions', page, ({ version, node }) => {
    const shown = include_status_reason ? version : { ...version, statusReason: null };
    return presentVersion(shown, { node, publicUrl: publicUrl(), inside: isModerator });
  });
};
