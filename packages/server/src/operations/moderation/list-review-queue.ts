import type { Endpoints, QueuedVersion } from '@patchbay/contract';
import { RULES } from '@patchbay/inspect/facts';
import { demand } from '../../authorization/publisher.ts';
import { type VersionView, presentVersion } from '../../documents/present.ts';
import { presentPage } from '../../present/page.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { findVersionsByStatus } from '../../store/listing/version-lists.ts';
import type { ShownVersion } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

const rules = new Map(Object.entries(RULES));

/** A version as a moderator decides about it: with the rules that found something. */
const presentQueuedVersion = (version: ShownVersion, view: VersionView): QueuedVersion => ({
  ...presentVersion(version, view),
  found: Object.entries(version.found).flatMap(([id, count]) => {
    const rule = rules.get(id);
    if (rule === undefined) return [];
    return [{ rule: id, severity: rule.severity, shadow: rule.shadow, means: rule.means, count }];
  }),
});

/** The versions that await a moderator, oldest first. */
export const listReviewQueue: Operation<Endpoints['listReviewQueue']> = async (
  { store, publicUrl },
  { actor, query },
) => {
  demand(actor, 'moderate');
  const page = await findVersionsByStatus(
    store.read,
    query.statuses ?? ['NodeVersionStatusFlagged'],
    pageOf(query),
  );
  return presentPage('versions', page, ({ version, node }) =>
    presentQueuedVersion(version, { node, publicUrl: publicUrl(), inside: true }),
  );
};
