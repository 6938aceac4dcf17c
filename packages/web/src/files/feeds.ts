import {
  type ListNodesReply,
  getNode,
  getPublisher,
  listNodeVersions,
  listNodes,
  searchNodes,
} from '@patchbay/client';
import { clip } from '../clip.ts';
import { escapeXml } from '../escape-xml.ts';
import { file } from '../file.ts';
import { plainText } from '../markdown/plain-text.ts';
import { nameOf } from '../name-of.ts';
import { nodeLinks } from '../node-links.ts';
import { argsOf, isSearch, queryOf, readAsked } from '../pages/search/asked.ts';

const [entriesMax, summaryCharsMax] = [30, 1_000];
/** Of a search by words and of the versions of a node, whose orders are not that of time. */
const foundMax = 100;
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

/** By when their latest version came, the newest first. */
const sort = 'updated_at;desc';

/** The nodes that were updated last, as Atom (RFC 4287). */
export const updatesFeed = file({
  path: '/updates.atom',
  type,
  changesWith: 'catalogue',
  make: async ({ client, publicUrl }) => {
    const { nodes } = await listNodes(client, { sort, installable: true, limit: entriesMax });
    const entries = nodes.flatMap(entriesOf);
    return feedOf(publicUrl, { self: '/updates.atom', page: '/', title: 'Recently updated nodes', entries });
  },
});

/** The nodes of a publisher that were updated last. */
export const publisherFeed = file({
  path: '/p/:publisherId/updates.atom',
  type,
  changesWith: 'catalogue',
  make: async ({ client, publicUrl, params }) => {
    const publisher = await getPublisher(client, { publisherId: params['publisherId'] ?? '' });
    const { id: publisher_id } = publisher;
    const { nodes } = await listNodes(client, { publisher_id, sort, installable: true, limit: entriesMax });
    const page = `/p/${encodeURIComponent(publisher_id)}`;
    const title = `Nodes of ${nameOf(publisher)}`;
    return feedOf(publicUrl, {
      self: `${page}/updates.atom`,
      page,
      title,
      entries: nodes.flatMap(entriesOf),
    });
  },
});

/** The nodes that a search finds, those that were updated last of the best. */
export const searchFeed = file({
  path: '/search.atom',
  type,
  changesWith: 'catalogue',
  takesQuery: true,
  make: async ({ client, publicUrl, query }) => {
    const asked = readAsked(query);
    const args = { ...argsOf(asked, new URLSearchParams(), foundMax) };
    const { nodes } = isSearch(asked)
      ? await searchNodes(client, args)
      : await listNodes(client, { ...args, sort, limit: entriesMax });
    const entries = newest(nodes.flatMap(entriesOf));
    const written = queryOf(asked);
    const words = [asked.q, asked.app_node].filter((part) => part !== '').join(' ');
    return feedOf(publicUrl, {
      self: `/search.atom${written}`,
      page: `/search${written}`,
      title: words === '' ? 'Nodes' : `Nodes for ${words}`,
      entries,
    });
  },
});

const newest = (entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((one, other) => other.updated.localeCompare(one.updated)).slice(0, entriesMax);

const entriesOf = ({ latest_version: latest, ...node }: ListNodesReply['nodes'][number]): Entry[] =>
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
      ];

/** The Active versions of a node, those that were published last of the highest, as Atom. */
export const versionsFeed = file({
  path: '/n/:nodeId/versions.atom',
  type,
  changesWith: 'node',
  make: async ({ client, publicUrl, params }) => {
    const node = await getNode(client, { nodeId: params['nodeId'] ?? '' });
    const versions = await listNodeVersions(client, { nodeId: node.id, limit: foundMax });
    const links = nodeLinks(node.id);
    const entries = newest(
      versions.map(({ version, createdAt, changelog = '' }) => ({
        path: links.version(version),
        title: `${nameOf(node)} ${version}`,
        updated: createdAt,
        author: nameOf(node.publisher),
        summary: changelog,
      })),
    );
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
  const times = entries.map(({ updated }) => updated).toSorted();
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${text(publicUrl + page)}</id>
<title>${text(title)}</title>
<updated>${text(times.at(-1) ?? '1970-01-01T00:00:00.000Z')}</updated>
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

const text = (written: string): string => escapeXml(written).trim();
