import { type Node, listNodes } from '@patchbay/client';
import { formatCount } from '../format.ts';
import { NodeList } from '../components/node-list.tsx';
import { SearchField } from '../components/search-field.tsx';
import { page } from '../page.ts';
import { type NodeOrder, nodeOrders } from './search/node-orders.ts';
import { useHref } from '../visit.ts';

const shownMax = 9;

/** What the registry is, and a way in: search, what is new, what is used. */
export const homePage = page({
  path: '/',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client }) => {
    const [newest, used] = await Promise.all([
      listNodes(client, { limit: shownMax, sort: 'created_at;desc' }),
      listNodes(client, { limit: shownMax, sort: 'downloads;desc' }),
    ]);
    return {
      title: 'Patchbay',
      description: 'The registry of extension nodes: search, compare and install them.',
      body: <Home total={newest.total} newest={newest.nodes} used={used.nodes} />,
    };
  },
});

interface HomeProps {
  total: number;
  newest: readonly Node[];
  used: readonly Node[];
}

const Home = ({ total, newest, used }: HomeProps) => (
  <>
    <section class="hero">
      <h1>Find the node your graph is missing</h1>
      <p>
        {total === 0 ? (
          <>This registry is empty. Publish the first node from its folder.</>
        ) : (
          <>
            Search {total === 1 ? 'the one node' : `${formatCount(total)} nodes`} by name, publisher or tag,
            or by the app-nodes they contain: the boxes of a workflow.
          </>
        )}
      </p>
      <SearchField value="" isLarge />
      <p class="keys quiet">
        Press <kbd>/</kbd> to search, on every page.
      </p>
    </section>
    {total > 0 && (
      <>
        <Shelf id="used" title="Most used" nodes={used} order="downloads" />
        <Shelf id="new" title="New" nodes={newest} order="newest" />
      </>
    )}
  </>
);

interface ShelfProps {
  id: string;
  title: string;
  nodes: readonly Node[];
  order: NodeOrder;
}

const Shelf = ({ id, title, nodes, order }: ShelfProps) => {
  const href = useHref();
  return (
    <section aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>{title}</h2>
        <a
          href={href(`/search?sort=${order}`)}
          aria-label={`All nodes, ${nodeOrders[order].name.toLowerCase()} first`}
        >
          All nodes
        </a>
      </div>
      <NodeList nodes={nodes} />
    </section>
  );
};
