import { type SearchNodesReply, listNodes, searchNodes } from '@patchbay/client';
import { Island } from '../../components/island.tsx';
import { NodeList } from '../../components/node-list.tsx';
import { Pager } from '../../components/pager.tsx';
import { formatCount } from '../../format.ts';
import { Island as SearchForm } from '../../islands/search-form.tsx';
import { page } from '../../page.ts';
import { useHref, useVisit } from '../../visit.ts';
import { type Asked, argsOf, isSearch, queryOf, readAsked } from './asked.ts';
import { Facets } from './facets.tsx';
import { searchAddress } from './search-address.ts';
import { nodeOrders } from './node-orders.ts';
import { NothingFound } from './nothing-found.tsx';

const pageSize = 24;

/** The nodes that a query finds; without one, all of them. */
export const searchPage = page({
  path: '/search',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client, query, publicUrl, wireAddress }) => {
    const asked = readAsked(query);
    const args = argsOf(asked, query, pageSize);
    const { sort } = nodeOrders[asked.sort];
    const isSought = isSearch(asked);
    const shown = { ...args, include_counts: true };
    const found: SearchNodesReply = isSought
      ? await searchNodes(client, { ...shown, highlights: true, facets: true })
      : await listNodes(client, { ...shown, sort });
    const sent = new URLSearchParams(
      Object.entries(isSought ? args : { ...args, sort }).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, String(one)]),
      ),
    );
    const address = await wireAddress(`${isSought ? '/nodes/search' : '/nodes'}?${sent.toString()}`);
    return {
      title: asked.q || asked.app_node || (asked.tag && `Nodes tagged ${asked.tag}`) || 'Nodes',
      description: 'Search the nodes by name, publisher or tag, or by the app-nodes they contain.',
      isIndexed: query.size === 0,
      feed: `/search.atom${queryOf(asked)}`,
      body: <Search asked={asked} found={found} call={`curl '${publicUrl}${address}'`} />,
    };
  },
});

interface SearchProps {
  asked: Asked;
  found: SearchNodesReply;
  /** The same as a command. */
  call: string;
}

const Search = ({ asked, found, call }: SearchProps) => {
  const { nodes, total, page, totalPages, hits, facets } = found;
  const { query } = useVisit();
  const href = useHref();
  return (
    <>
      <h1>Nodes</h1>
      <p class="quiet">
        A node is what you install. It adds app-nodes to the host: the boxes that you connect in a graph.
      </p>
      <Island name="search-form" of={SearchForm} props={{ action: href('/search'), ...asked }} />
      <section aria-labelledby="heading">
        <h2 id="heading" class="hidden">
          Results
        </h2>
        <p id="found" class="quiet" role="status">
          {total === 1 ? '1 node' : `${formatCount(total)} nodes`}
        </p>
        <div id="results" class="stack">
          <Understood asked={asked} found={found} query={query} />
          <Facets asked={asked} facets={facets} query={query} />
          {total === 0 ? (
            <NothingFound asked={asked} query={query} />
          ) : (
            <NodeList nodes={nodes} hits={hits} />
          )}
          <Pager page={page} totalPages={totalPages} />
          <details>
            <summary>The same from a command line</summary>
            <pre tabIndex={0}>
              <code>{call}</code>
            </pre>
          </details>
        </div>
      </section>
    </>
  );
};

interface UnderstoodProps extends Pick<SearchProps, 'asked' | 'found'> {
  query: URLSearchParams;
}

/** Which words were taken for others or left out. */
const Understood = ({ asked, found, query }: UnderstoodProps) => {
  const href = useHref();
  const { did_you_mean: meant, left_out: leftOut = [] } = found;
  return (
    <>
      {meant !== undefined && (
        <p>
          Showing results for{' '}
          <strong>
            <bdi>{meant}</bdi>
          </strong>
          , search instead for{' '}
          <a href={href(searchAddress(query, { typos: 'false' }))}>
            <bdi>{asked.q}</bdi>
          </a>
          .
        </p>
      )}
      {leftOut.length > 0 && (
        <p>
          No node has all of these words. These lack <bdi>{leftOut.join(', ')}</bdi>.
        </p>
      )}
    </>
  );
};
