import { type Node, RegistryError, listNodes, searchNodes } from '@patchbay/client';
import { StateTag } from '../../components/state-tag.tsx';
import { searchable } from '../../searchable.ts';
import { useHref } from '../../visit.ts';
import { findNode } from './find-node.ts';
import { FindForm } from './find-form.tsx';
import { moderation } from './moderation.tsx';

const shownMax = 50;

/** Nodes by what is typed, banned ones too; without it, those that changed last. */
export const nodes = moderation({
  path: '/moderate/nodes',
  show: async ({ client, query }) => {
    const words = query.get('q')?.trim() ?? '';
    const place = { limit: shownMax, include_banned: true };
    const found =
      words === ''
        ? [await listNodes(client, { ...place, sort: 'updated_at;desc' })]
        : // The search knows neither banned nor deleted nodes; an id finds them.
          await Promise.all([
            findNode(client, words).then((node) => ({ nodes: [node] }), noneOf),
            searchNodes(client, { ...place, search: searchable(words) }),
          ]);
    const all = new Map(found.flatMap(({ nodes }) => nodes).map((node) => [node.id, node]));
    return { title: 'Nodes', body: <Nodes words={words} nodes={[...all.values()]} /> };
  },
});

/** Words that are no id. */
const noneOf = (error: unknown): { nodes: Node[] } => {
  const isRefused = error instanceof RegistryError && (error.status === 404 || error.status === 400);
  if (isRefused || error instanceof URIError) return { nodes: [] };
  throw error;
};

const Nodes = ({ words, nodes: found }: { words: string; nodes: readonly Node[] }) => (
  <>
    <h1>Nodes</h1>
    <FindForm place="/moderate/nodes" label="Id or words of a node" value={words} />
    <p class="quiet" role="status">
      {words === '' ? 'Those that changed last.' : `${found.length} found.`}
    </p>
    <table>
      <colgroup>
        <col width="45%" />
        <col width="35%" />
        <col width="20%" />
      </colgroup>
      <thead>
        <tr>
          <th>Node</th>
          <th>Publisher</th>
          <th>State</th>
        </tr>
      </thead>
      <tbody>
        {found.map((node) => (
          <Row key={node.id} node={node} />
        ))}
      </tbody>
    </table>
  </>
);

const Row = ({ node: { id, publisher, status } }: { node: Node }) => {
  const href = useHref();
  return (
    <tr>
      <td>
        <a href={href(`/moderate/nodes/${encodeURIComponent(id)}`)}>{id}</a>
      </td>
      <td>
        <a href={href(`/moderate/publishers/${publisher.id}`)}>{publisher.id}</a>
      </td>
      <td>
        <StateTag status={status} />
      </td>
    </tr>
  );
};
