import { type Node, listAppNodes, listNodes, listVersions } from '@patchbay/client';
import { countOf } from '../count-of.ts';
import { NodeList } from '../components/node-list.tsx';
import { SearchField } from '../components/search-field.tsx';
import { page } from '../page.ts';
import { type NodeOrder, nodeOrders } from './search/node-orders.ts';
import { useHref } from '../visit.ts';

const [shownMax, newestMax] = [6, 3];
const cards = { limit: shownMax, installable: true, include_counts: true } as const;

/** What the registry is, what one can do here, and a way in: search, what is used, updated and new. */
export const homePage = page({
  path: '/',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client }) => {
    const [trending, updated, newest, appNodes, versions] = await Promise.all([
      listNodes(client, { ...cards, sort: nodeOrders.trending.sort }),
      listNodes(client, { ...cards, sort: nodeOrders.updated.sort }),
      listNodes(client, { ...cards, limit: newestMax, sort: nodeOrders.newest.sort }),
      listAppNodes(client, { limit: 1 }),
      listVersions(client, { limit: 1 }),
    ]);
    return {
      title: 'Patchbay',
      feed: '/updates.atom',
      description: 'The registry of extension nodes: search, compare and install them.',
      body: (
        <Home
          totals={{ nodes: newest.total, appNodes: appNodes.total, versions: versions.total }}
          trending={trending.nodes.filter(({ downloads }) => downloads > 0)}
          updated={updated.nodes}
          newest={newest.nodes}
        />
      ),
    };
  },
});

interface HomeProps {
  totals: { nodes: number; appNodes: number; versions: number };
  trending: readonly Node[];
  updated: readonly Node[];
  newest: readonly Node[];
}

const Home = ({ totals, trending, updated, newest }: HomeProps) => (
  <>
    <section class="hero">
      <h1>Find the node your graph is missing</h1>
      <p>
        Patchbay is the registry of nodes for your host application. Install a <strong>node</strong>, and its{' '}
        <strong>app-nodes</strong> appear in the menu: the boxes that you connect in a graph.
      </p>
      <SearchField value="" isLarge />
      {totals.nodes === 0 ? (
        <p class="quiet">This registry is empty. Publish the first node from its folder.</p>
      ) : (
        <ul class="totals">
          <li>{countOf(totals.nodes, 'node')}</li>
          <li>{countOf(totals.appNodes, 'app-node')}</li>
          <li>{countOf(totals.versions, 'version')}</li>
        </ul>
      )}
      <p class="keys quiet">
        Press <kbd>/</kbd> to search, on every page.
      </p>
    </section>
    <Ways />
    {trending.length > 0 && <Shelf id="trending" nodes={trending} order="trending" />}
    {updated.length > 0 && <Shelf id="updated" nodes={updated} order="updated" />}
    {newest.length > 0 && <Shelf id="new" title="New" nodes={newest} order="newest" />}
  </>
);

/** What each kind of visitor does here first. */
const Ways = () => {
  const href = useHref();
  return (
    <section class="ways" aria-label="What you can do here">
      <div class="stack">
        <h2>Use a workflow</h2>
        <p>Drop the file of a workflow on a page, and see which nodes it needs and how to install them.</p>
        <pre tabIndex={0}>
          <code>patchbay install &lt;node&gt;</code>
        </pre>
        <p>
          <a class="button main" href={href('/workflow')}>
            Open a workflow
          </a>
        </p>
      </div>
      <div class="stack">
        <h2>Publish a node</h2>
        <p>Run three commands in its folder. The registry checks the package and lists its app-nodes.</p>
        <pre tabIndex={0}>
          <code>{'patchbay login\npatchbay init\npatchbay publish'}</code>
        </pre>
        <p>
          <a class="button" href={href('/account')}>
            Publish
          </a>{' '}
          <a href={href('/guide/tutorial')}>First publish, step by step</a>
        </p>
      </div>
      <div class="stack">
        <h2>Build a host</h2>
        <p>Let people install nodes from your application: search, versions and packages over one API.</p>
        <pre tabIndex={0}>
          <code>{'GET /nodes/search?search=…\nGET /nodes/{id}/install\nPOST /bulk/nodes/versions'}</code>
        </pre>
        <p>
          <a href={href('/guide/api')}>API reference</a>
        </p>
      </div>
    </section>
  );
};

interface ShelfProps {
  id: string;
  /** The name of its order by default. */
  title?: string;
  nodes: readonly Node[];
  order: NodeOrder;
}

const Shelf = ({ id, title = '', nodes, order }: ShelfProps) => {
  const href = useHref();
  const { name } = nodeOrders[order];
  return (
    <section aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>{title === '' ? name : title}</h2>
        <a href={href(`/search?sort=${order}`)} aria-label={`All nodes, ${name.toLowerCase()} first`}>
          All nodes
        </a>
      </div>
      <NodeList nodes={nodes} />
    </section>
  );
};
