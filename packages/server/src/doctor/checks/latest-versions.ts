import { findLatestVersionId, refreshListing } from '../../store/listing/catalogue.ts';
import type { Check } from '../check.ts';
import { inPages } from '../in-pages.ts';
import { repairNode } from '../repair-node.ts';

export const latestVersions: Check = {
  name: 'latest-versions',
  promise: 'Every node names its latest version.',
  reads: 'rows',
  async *find({ read }) {
    const pages = inPages<{ key: string; latest_version_id: string | null }>((last, limit) =>
      read
        .selectFrom('nodes')
        .select(['key', 'latest_version_id'])
        .where('key', '>', last?.key ?? '')
        .orderBy('key')
        .limit(limit)
        .execute(),
    );
    for await (const rows of pages) {
      for (const { key, latest_version_id } of rows) {
        const latest = (await findLatestVersionId(read, key)) ?? null;
        if (latest === latest_version_id) continue;
        yield {
          subject: `node:${key}`,
          message: `It names ${latest_version_id ?? 'no version'} as its latest version instead of ${latest ?? 'none'}.`,
        };
      }
    }
  },
  repair: repairNode('latest-versions', 'named the latest version', (tx, key) =>
    refreshListing(tx, key, { versionsChanged: true }),
  ),
};
