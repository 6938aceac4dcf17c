import { getNode, listVersionAppNodes, type Node, resolveAppNodes, searchNodes } from '@patchbay/client';
import { clip } from '../../clip.ts';
import { NodeList } from '../../components/node-list.tsx';
import { NodeTabs, countsOf } from '../../components/node-tabs.tsx';
import { type OtherProvider, otherProviders } from '../../other-providers.ts';
import { page } from '../../page.ts';
import { rankSimilar } from '../../rank-similar.ts';
import { similarWords } from '../../similar-words.ts';
import { useHref } from '../../visit.ts';
import { NodeHeader } from './node-header.tsx';
import { nameOf } from '../../name-of.ts';

const [similarMax, searchedMax, namesMax, shownNamesMax, charsMax] = [6, 30, 100, 5, 60];

/**
 * Other nodes: those with the same app-nodes, and similar ones. They have a page of their own because it changes with
 * every node of the catalogue, a ban included, while the page of the node is kept until the node changes.
 */
export const relatedPage = page({
  path: '/n/:nodeId/related',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client, params: { nodeId = '' } }) => {
    const node = await getNode(client, { nodeId, include_counts: true });
    const version = node.latest_version?.version;
    const listed = version && (await listVersionAppNodes(client, { nodeId, version, limit: namesMax }));
    const appNodes = listed ? listed.app_nodes : [];
    const names = appNodes.map(({ app_node_name: name }) => name);
    const [{ results }, ...found] = await Promise.all([
      names.length === 0 ? { results: [] } : resolveAppNodes(client, { body: { names } }),
      ...similarWords(node, appNodes).map(async (asked) => ({
        ...asked,
        ...(await searchNodes(client, { search: asked.word, installable: true, limit: searchedMax })),
      })),
    ]);
    const providers = otherProviders(node.id, results);
    return {
      title: `Nodes related to ${nameOf(node)}`,
      isIndexed: false,
      body: (
        <Related
          node={node}
          providers={providers}
          similar={rankSimilar(node.id, found, providers, similarMax)}
        />
      ),
    };
  },
});

interface RelatedProps {
  node: Node;
  providers: readonly OtherProvider[];
  similar: readonly Node[];
}

const Related = ({ node, providers, similar }: RelatedProps) => (
  <>
    <NodeHeader node={node} version={node.latest_version} isOfVersion={false} />
    <NodeTabs
      nodeId={node.id}
      latest={node.latest_version?.version}
      current="related"
      counts={countsOf(node)}
    />
    <section aria-labelledby="same">
      <h2 id="same">The same app-nodes</h2>
      {providers.length === 0 ? (
        <p class="quiet">No other node has app-nodes of these names.</p>
      ) : (
        <Providers providers={providers} />
      )}
    </section>
    <section aria-labelledby="similar">
      <h2 id="similar">Similar nodes</h2>
      {similar.length === 0 ? <p class="quiet">None were found.</p> : <NodeList nodes={similar} />}
    </section>
  </>
);

const Providers = ({ providers }: { providers: readonly OtherProvider[] }) => {
  const href = useHref();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col">Has</th>
          <th scope="col">A workflow gets from it</th>
        </tr>
      </thead>
      <tbody>
        {providers.map(({ nodeId, names, preferred }) => (
          <tr key={nodeId}>
            <td>
              <a href={href(`/n/${nodeId}`)}>{nodeId}</a>
            </td>
            <td>
              <Names names={names} />
            </td>
            <td>{preferred.length === 0 ? 'none of them' : <Names names={preferred} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Names = ({ names }: { names: readonly string[] }) => (
  <>
    {names.slice(0, shownNamesMax).map((name, index) => (
      <>
        {index > 0 && ', '}
        <bdi key={name}>{clip(name, charsMax)}</bdi>
      </>
    ))}
    {names.length > shownNamesMax && ` and ${names.length - shownNamesMax} more`}
  </>
);
