import { getNode, getNodeDownloads, getReadme, getVersion, listVersionAppNodes } from '@patchbay/client';
import { clip } from '../../clip.ts';
import { page, type View } from '../../page.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { findOpenAdvisory } from '../../open-advisory.ts';
import { NodeView, type Shown } from './node-view.tsx';
import { nodeLinks } from '../../node-links.ts';
import { nameOf } from '../../name-of.ts';

/** More than the chart shows: it ends with the last download, and shows the days before that. */
const downloadDays = 180;
const descriptionCharsMax = 200;

/** A node with its latest version. */
export const nodePage = page({
  path: '/n/:nodeId',
  audience: 'anyone',
  changesWith: 'node',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '' } }) => {
    const node = await getNode(client, { nodeId, include_counts: true });
    const version = node.latest_version;
    const [readme, downloads] = await Promise.all([
      version && getReadme(client, { nodeId: node.id, version: version.version }),
      getNodeDownloads(client, { nodeId, days: downloadDays }),
    ]);
    return viewOf({ node, version, readme, downloads: downloads.days });
  },
});

/** A node with a version of it, whatever its state. */
export const versionPage = page({
  path: '/n/:nodeId/v/:version',
  audience: 'anyone',
  changesWith: 'node',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '', version: number = '' } }) => {
    const [node, version] = await Promise.all([
      getNode(client, { nodeId, include_counts: true }),
      getVersion(client, { nodeId, version: number }),
    ]);
    const isDeleted = version.status === 'NodeVersionStatusDeleted';
    const [listed, readme] = isDeleted
      ? []
      : await Promise.all([
          listVersionAppNodes(client, { nodeId, version: version.version, limit: 1 }),
          getReadme(client, { nodeId: node.id, version: version.version }),
        ]);
    const isBanned = version.status === 'NodeVersionStatusBanned';
    const advisory = isBanned ? await findOpenAdvisory(client, node.id, version.version) : undefined;
    const isRead = version.app_node_extract_status !== 'pending';
    return viewOf({ node, version, appNodeCount: isRead ? listed?.total : undefined, readme, advisory });
  },
});

/** Search engines list one page for each node. */
const viewOf = (shown: Shown): View => {
  const { id } = shown.node;
  const description = plainText(shown.node.description ?? '');
  const title = nameOf(shown.node);
  return {
    title: shown.downloads === undefined ? `${title} ${shown.version?.version ?? ''}` : title,
    ...(description !== '' && { description: clip(description, descriptionCharsMax) }),
    canonical: `/n/${id}`,
    picture: `/n/${id}/card.png`,
    feed: nodeLinks(id).feed,
    // A name alone is no reason to be found.
    isIndexed: shown.node.latest_version !== undefined,
    body: <NodeView {...shown} />,
  };
};
