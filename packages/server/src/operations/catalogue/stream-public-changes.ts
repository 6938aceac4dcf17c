import type { Endpoints } from '@patchbay/contract';
import { neverGone, eventsOf } from '../../catalogue/feed-events.ts';
import type { Operation } from '../operation.ts';

export const streamPublicChanges: Operation<Endpoints['streamPublicChanges']> = async (
  { catalogue: { feed } },
  { query, gone: signal = neverGone },
) => {
  const since = query.since ?? (await feed.end());
  const withVersions = query.versions === 'all';
  // Refused before the stream begins if the position is unknown.
  await feed.list(since, { limit: 1, withVersions, waitMs: 0, signal });
  return eventsOf(feed, since, { withVersions, signal });
};
