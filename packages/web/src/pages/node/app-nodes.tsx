import {
  type ListVersionAppNodesReply,
  type Node,
  type VersionAppNode,
  getNode,
  listVersionAppNodes,
} from '@patchbay/client';
import { clip } from '../../clip.ts';
import { AppNodeBox, anchorOf, isBare } from '../../components/app-node-box.tsx';
import { NodeTabs, countsOf } from '../../components/node-tabs.tsx';
import { Pager } from '../../components/pager.tsx';
import { countOf } from '../../count-of.ts';
import { nameOf } from '../../name-of.ts';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { PageRoute, Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { NodeHeader } from './node-header.tsx';

/** A box can be large, and a page shows no more than this many. */
const boxesMax = 24;
const [queryCharsMax, nameCharsMax] = [200, 200];

const show = async ({ client, params: { nodeId = '', version: asked }, query }: Visit) => {
  const node = await getNode(client, { nodeId, include_counts: true });
  const version = asked ?? node.latest_version?.version;
  const q = query.get('filter')?.trim().slice(0, queryCharsMax) ?? '';
  const listed =
    version &&
    (await listVersionAppNodes(client, {
      nodeId,
      version,
      ...(q !== '' && { search: q }),
      page: readNumber(query, 'page', 1),
      limit: boxesMax,
      include_history: true,
    }));
  const of = asked === undefined ? nameOf(node) : `${nameOf(node)} ${asked}`;
  return {
    title: `App-nodes of ${of}`,
    description: `The app-nodes of ${of}, with their inputs, outputs and values.`,
    isIndexed: asked === undefined && query.size === 0 && version !== undefined,
    canonical: nodeLinks(node.id).appNodes(),
    body: <AppNodes node={node} version={asked} q={q} listed={listed === '' ? undefined : listed} />,
  };
};

const pageAt = (path: string): PageRoute => page({ path, audience: 'anyone', changesWith: 'node', show });

/** What a node puts into the menu of the host: the app-nodes of its latest version. */
export const appNodesPage = pageAt('/n/:nodeId/app-nodes');
/** The same of any version. */
export const versionAppNodesPage = pageAt('/n/:nodeId/v/:version/app-nodes');

interface AppNodesProps {
  node: Node;
  /** Unless it is the latest. */
  version: string | undefined;
  q: string;
  listed: ListVersionAppNodesReply | undefined;
}

const AppNodes = ({ node, version, q, listed }: AppNodesProps) => {
  const links = nodeLinks(node.id);
  const href = useHref();
  const { app_nodes: appNodes = [], total = 0, page: number = 1, totalPages = 0 } = listed ?? {};
  const isWhole = q === '' && totalPages <= 1;
  return (
    <>
      <NodeHeader node={node} version={node.latest_version} isOfVersion={false} />
      <NodeTabs
        nodeId={node.id}
        latest={node.latest_version?.version}
        current="app-nodes"
        counts={countsOf(node)}
      />
      <section aria-labelledby="app-nodes">
        <h2 id="app-nodes">
          {countOf(total, 'app-node')}
          {version !== undefined && ` of ${version}`}
        </h2>
        <p class="quiet">
          An app-node is one box in the graph of the host. A node installs all of its app-nodes at once.
        </p>
        {!(isWhole && total <= boxesMax / 4) && (
          <form class="search" action={href(links.appNodes(version))}>
            <label class="hidden" for="filter">
              Filter by name
            </label>
            <input
              id="filter"
              name="filter"
              type="search"
              value={q}
              maxlength={queryCharsMax}
              placeholder="Filter by name"
            />
            <button>Filter</button>
          </form>
        )}
        {total === 0 && (
          <p class="notice">
            {listed === undefined ? (
              'No version can be installed yet.'
            ) : q === '' ? (
              'None were found in its package.'
            ) : (
              <>
                No app-node has this name. <a href={href(links.appNodes(version))}>Show all of them</a>.
              </>
            )}
          </p>
        )}
        <Boxes appNodes={appNodes} hrefOf={(name) => href(links.appNode(name, version))} />
        <Pager page={number} totalPages={totalPages} />
      </section>
    </>
  );
};

interface BoxesProps {
  appNodes: readonly VersionAppNode[];
  hrefOf: (name: string) => string;
}

/** Boxes, and the names of those of which nothing else is known. */
const Boxes = ({ appNodes, hrefOf }: BoxesProps) => {
  const [drawn, bare] = [appNodes.filter((appNode) => !isBare(appNode)), appNodes.filter(isBare)];
  return (
    <>
      {drawn.length > 0 && (
        <div class="boxes">
          {drawn.map((appNode) => (
            <AppNodeBox key={appNode.app_node_name} appNode={appNode} href={hrefOf(appNode.app_node_name)} />
          ))}
        </div>
      )}
      {bare.length > 0 && (
        <>
          {drawn.length > 0 && <h3>Only their names are known</h3>}
          <ul class="names">
            {bare.map(({ app_node_name: name, display_name: shown = '' }) => (
              <li key={name} id={anchorOf(name)}>
                <a href={hrefOf(name)} dir="auto">
                  {clip(shown === '' ? name : shown, nameCharsMax)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
