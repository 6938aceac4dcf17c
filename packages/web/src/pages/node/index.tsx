import {
  type Client,
  getNode,
  getNodeDownloads,
  getReadme,
  getVersion,
  listVersionAppNodes,
} from '@patchbay/client';
import { clip } from '../../clip.ts';
import { page, type View } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import { NodeView, type Shown } from './node-view.tsx';
import { nameOf } from '../../name-of.ts';

/** A box can be large, and a page shows no more than this many. */
const boxesMax = 24;
/** More than the chart shows: it ends with the last download, and shows the days before that. */
const downloadDays = 180;
const descriptionCharsMax = 200;

/** A node with its latest version. */
export const nodePage = page({
  path: '/n/:nodeId',
  audience: 'anyone',
  changesWith: 'node',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '' }, query }) => {
    const node = await getNode(client, { nodeId });
    const version = node.latest_version;
    const [appNodes, readme, downloads] = await Promise.all([
      version && readAppNodes(client, node.id, version.version, query),
      version && getReadme(client, { nodeId: node.id, version: version.version }),
      getNodeDownloads(client, { nodeId, days: downloadDays }),
    ]);
    return viewOf({ node, version, appNodes, readme, downloads: downloads.days });
  },
});

/** A node with a version of it, whatever its state. */
export const versionPage = page({
  path: '/n/:nodeId/v/:version',
  audience: 'anyone',
  changesWith: 'node',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '', version: number = '' }, query }) => {
    const [node, version] = await Promise.all([
      getNode(client, { nodeId }),
      getVersion(client, { nodeId, version: number }),
    ]);
    const isDeleted = version.status === 'NodeVersionStatusDeleted';
    const [appNodes, readme] = isDeleted
      ? []
      : await Promise.all([
          readAppNodes(client, node.id, version.version, query),
          getReadme(client, { nodeId: node.id, version: version.version }),
        ]);
    return viewOf({ node, version, appNodes, readme });
  },
});

const readAppNodes = (client: Client, nodeId: string, version: string, query: URLSearchParams) =>
  listVersionAppNodes(client, {
    nodeId,
    version,
    page: readNumber(query, 'page', 1),
    limit: boxesMax,
    include_history: true,
  });

/** Search engines list one page for each node. */
const viewOf = (shown: Shown): View => {
  const { id, description = '' } = shown.node;
  const title = nameOf(shown.node);
  return {
    title: shown.downloads === undefined ? `${title} ${shown.version?.version ?? ''}` : title,
    ...(description !== '' && { description: clip(description, descriptionCharsMax) }),
    canonical: `/n/${id}`,
    picture: `/n/${id}/card.png`,
    body: <NodeView {...shown} />,
  };
};
