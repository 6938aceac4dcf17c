import { type Endpoints, limits } from '@patchbay/contract';
import { neverGone } from '../../catalogue/feed-events.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { JsonList } from '../answers.ts';
import type { Operation } from '../operation.ts';

const { changesPageSizeDefault: fallback, changesPageSizeMax: max } = limits;

export const listPublicChanges: Operation<Endpoints['listPublicChanges']> = async (
  { catalogue: { feed } },
  { query, gone = neverGone },
) => {
  const { since = '0', wait = 0, versions } = query;
  const { limit } = pageOf(query, { fallback, max });
  const found = await feed.list(since, {
    limit,
    withVersions: versions === 'all',
    waitMs: wait * 1_000,
    signal: gone,
  });
  const { entries, lastSeq: last_seq, next, more } = found;
  return new JsonList(
    'changes',
    entries.map(({ json }) => json),
    { last_seq, next, more },
  );
};
