import { type SearchNodesReply, listNodes, searchNodes } from '@patchbay/client';
import { NodeList } from '../components/node-list.tsx';
import { Pager } from '../components/pager.tsx';
import { SearchField } from '../components/search-field.tsx';
import { formatCount } from '../format.ts';
import { page } from '../page.ts';
import { readNumber } from '../read-number.ts';

const pageSize = 24;

/** The nodes that a query finds; without one, all of them, the most used first. */
export const searchPage = page({
  path: '/search',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client, query }) => {
    const words = query.get('q')?.trim() ?? '';
    const place = { page: readNumber(query, 'page', 1), limit: pageSize };
    const found =
      words === ''
        ? await listNodes(client, { ...place, sort: 'downloads;desc' })
        : await searchNodes(client, { ...place, search: words });
    return {
      title: words === '' ? 'Nodes' : words,
      isIndexed: words === '',
      body: <Results words={words} found={found} />,
    };
  },
});

interface ResultsProps {
  words: string;
  found: SearchNodesReply;
}

const Results = ({ words, found: { nodes, total, page, totalPages } }: ResultsProps) => (
  <>
    <h1>{words === '' ? 'Nodes' : 'Search'}</h1>
    <SearchField value={words} isLarge />
    <p class="quiet" role="status">
      {total === 0 ? 'No node has all of these words.' : `${formatCount(total)} nodes`}
    </p>
    <h2 class="hidden">Results</h2>
    <NodeList nodes={nodes} />
    <Pager page={page} totalPages={totalPages} />
  </>
);
