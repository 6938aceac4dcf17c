import { type Node, listNodes } from '@patchbay/client';
import { formatCount } from '../format.ts';
import { NodeList } from '../components/node-list.tsx';
import { SearchField } from '../components/search-field.tsx';
import { page } from '../page.ts';
import { useHref } from '../visit.ts';

const shownMax = 12;

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

const Home = ({ total, newest, used }: HomeProps) => {
  const href = useHref();
  return (
    <>
      <section class="hero">
        <h1>Find the node your graph is missing</h1>
        <p>
          {total === 0 ? (
            <>This registry is empty. Publish the first node from its folder.</>
          ) : (
            <>Search {formatCount(total)} nodes by name, by publisher, or by what they add to the host.</>
          )}
        </p>
        <SearchField value="" isLarge />
      </section>
      <section aria-labelledby="used">
        <h2 id="used">Most used</h2>
        <NodeList nodes={used} />
      </section>
      <section aria-labelledby="new">
        <h2 id="new">New</h2>
        <NodeList nodes={newest} />
        <p>
          <a href={href('/search')}>All nodes</a>
        </p>
      </section>
    </>
  );
};
