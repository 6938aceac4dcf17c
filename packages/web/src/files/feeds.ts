import { getNode, listNodes, listNodeVersions } from '@patchbay/client';
import { clip } from '../clip.ts';
import { escapeXml } from '../escape-xml.ts';
import { file } from '../file.ts';
import { plainText } from '../markdown/plain-text.ts';
import { nameOf } from '../name-of.ts';
import { nodeLinks } from '../node-links.ts';

const [entriesMax, summaryCharsMax] = [30, 1_000];
const type = 'application/atom+xml; charset=utf-8';

interface Entry {
  /** Without the address of the site. */
  path: string;
  title: string;
  /** ISO 8601. */
  updated: string;
  author: string;
  summary: string;
}

/** The nodes that were updated last, as Atom (RFC 4287). */
export const updatesFeed = file({
  path: '/updates.atom',
  type,
  changesWith: 'catalogue',
  make: async ({ client, publicUrl }) => {
    const sort = 'updated_at;desc';
    const { nodes } = await listNodes(client, { sort, installable: true, limit: entriesMax });
    const entries = nodes.flatMap(({ latest_version: latest, ...node }) =>
      latest === undefined
        ? []
        : [
            {
              path: nodeLinks(node.id).version(latest.version),
              title: `${nameOf(node)} ${latest.version}`,
              updated: latest.createdAt,
              author: nameOf(node.publisher),
              summary: node.description ?? '',
            },
          ],
    );
    return feedOf(publicUrl, { self: '/updates.atom', page: '/', title: 'Recently updated nodes', entries });
  },
});

/** The Active versions of a node, the highest first, as Atom. */
export const versionsFeed = file({
  path: '/n/:nodeId/versions.atom',
  type,
  changesWith: 'node',
  make: async ({ client, publicUrl, params }) => {
    const node = await getNode(client, { nodeId: params['nodeId'] ?? '' });
    const versions = await listNodeVersions(client, { nodeId: node.id, limit: entriesMax });
    const links = nodeLinks(node.id);
    const entries = versions.map(({ version, createdAt, changelog = '' }) => ({
      path: links.version(version),
      title: `${nameOf(node)} ${version}`,
      updated: createdAt,
      author: nameOf(node.publisher),
      summary: changelog,
    }));
    const title = `Versions of ${nameOf(node)}`;
    return feedOf(publicUrl, { self: links.feed, page: links.versions, title, entries });
  },
});

interface Feed {
  self: string;
  page: string;
  title: string;
  entries: readonly Entry[];
}

const feedOf = (publicUrl: string, { self, page, title, entries }: Feed): string => {
  const newest = entries.map(({ updated }) => updated).toSorted();
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${text(publicUrl + page)}</id>
<title>${text(title)}</title>
<updated>${text(newest.at(-1) ?? '1970-01-01T00:00:00.000Z')}</updated>
<link rel="self" href="${text(publicUrl + self)}"/>
<link href="${text(publicUrl + page)}"/>
${entries.map((entry) => entryOf(publicUrl, entry)).join('')}</feed>
`;
};

const entryOf = (publicUrl: string, { path, title, updated, author, summary }: Entry): string => {
  const said = clip(plainText(summary), summaryCharsMax);
  return `<entry>
<id>${text(publicUrl + path)}</id>
<title>${text(title)}</title>
<updated>${text(updated)}</updated>
<author><name>${text(author)}</name></author>
<link href="${text(publicUrl + path)}"/>
${said === '' ? '' : `<summary>${text(said)}</summary>\n`}</entry>
`;
};

/** Without what XML has no way to write. */
const text = (written: string): string =>
  escapeXml(
    written
      .toWellFormed()
      .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu, '')
      .trim(),
  );
