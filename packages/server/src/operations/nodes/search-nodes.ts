import { type Endpoints, type Query, isStorable, limits } from '@patchbay/contract';
import { requireNodeFilter } from '../../authorization/node-filter.ts';
import { viewOfCatalogue } from '../../documents/present.ts';
import type { SearchFilter, SearchResult } from '../../search/index/messages.ts';
import { requireWords } from '../../search/require-words.ts';
import { line } from '../../store/listing/listing-row.ts';
import type { NodeFilter } from '../../store/listing/node-filter.ts';
import { findNodes } from '../../store/listing/node-lists.ts';
import { findPageMax, pageOf } from '../../store/listing/pages.ts';
import { findRenamed } from '../../store/rows/node-ids.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { ReadConnection } from '../../store/store.ts';
import type { Operation } from '../operation.ts';
import { presentNodes } from '../present-nodes.ts';

type Asked = Query<Endpoints['searchNodes']>;

/** The nodes that words and sockets find. A query without any of them matches all, as a list does. */
export const searchNodes: Operation<Endpoints['searchNodes']> = async (context, { actor, query }) => {
  const { store, documents, publicUrl, search } = context;
  const words = [
    ...requireWords('search', query.search),
    ...requireWords('app_node_search', query.app_node_search),
  ];
  const filter = {
    ...(await requireNodeFilter({ store }, actor, query)),
    repository: query.repository_url_search?.toLowerCase() || undefined,
  };
  const asked = pageOf(query, {
    fallback: limits.pageSizeDefault,
    max: Math.min(limits.pageSizeMax, await findPageMax(store.read)),
  });
  const view = viewOfCatalogue(publicUrl(), actor, query);
  const withCounts = query.include_counts;
  if (words.length === 0 && !asksForIndex(query)) {
    const page = await findNodes(store, filter, { by: 'downloads', descending: true }, asked);
    return presentNodes({ store, documents }, page, view, { withCounts });
  }
  const withMatches = query.include_matches === true;
  const found = await search.search({
    anywhere: query.search ?? '',
    appNodes: query.app_node_search ?? '',
    typos: query.typos ?? true,
    filter: { ...indexFilter(filter, query), keys: filter.ids && (await findKeys(store.read, filter.ids)) },
    offset: asked.offset,
    limit: Math.max(0, Math.min(asked.limit, limits.searchedNodesMax - asked.offset)),
    facetValues: query.facets === true ? limits.facetValuesMax : 0,
    withReasons: withMatches || query.highlights === true,
    withNumbers: query.explain === true,
  });
  const total = Math.min(found.total, limits.searchedNodesMax);
  const page = { ...asked, items: found.hits.map(({ key }) => key), total, places: total };
  return presentNodes({ store, documents }, page, view, {
    withCounts,
    matches: withMatches ? new Map(found.hits.map(({ key, appNodes = [] }) => [key, appNodes])) : undefined,
    others: presentSearch(found, query),
  });
};

/** Whether it asks, besides words, for what only the index knows. */
const asksForIndex = ({
  tag,
  category,
  license,
  takes,
  gives,
  facets,
  highlights,
  explain,
}: Asked): boolean =>
  [tag, category, license, takes, gives].some((value) => value !== undefined) ||
  facets === true ||
  highlights === true ||
  explain === true;

const indexFilter = (
  { ids: _ids, os, hostOs, accelerator, appVersionRanges, ...filter }: NodeFilter,
  { tag, category, license, takes, gives }: Asked,
): SearchFilter => ({
  ...filter,
  systems: [os, hostOs].filter((system) => system !== undefined).map(line),
  accelerator: accelerator === undefined ? undefined : line(accelerator),
  appVersions: appVersionRanges,
  tag,
  category,
  license,
  takes,
  gives,
});

/** The keys of the nodes that have or had these ids. */
const findKeys = async (read: ReadConnection, ids: readonly string[]): Promise<string[]> => {
  const asked = ids.map(nodeKey).filter(isStorable);
  const renamed = await findRenamed(read, asked);
  return asked.map((id) => renamed.get(id) ?? id);
};

const presentSearch = (
  { seq, didYouMean, leftOut, facets, hits }: SearchResult & { seq: number },
  { highlights, explain }: Asked,
) => ({
  seq,
  ...(didYouMean !== undefined && { did_you_mean: didYouMean }),
  ...(leftOut !== undefined && { left_out: leftOut }),
  ...(facets !== undefined && { facets }),
  ...((highlights === true || explain === true) && {
    hits: hits.map(({ id, reasons, numbers }) => ({
      node_id: id,
      ...(highlights === true && { reasons: reasons ?? [] }),
      ...(numbers !== undefined && { numbers }),
    })),
  }),
});
