import { type Client, listNodes } from '@patchbay/client';
import { escapeXml } from '../escape-xml.ts';
import { file } from '../file.ts';
import type { FileRoute, PageRoute } from '../site.ts';
import { pathsForAnyone } from './paths-for-anyone.ts';

/** Of a part. The registry serves fewer where its nodes are large, to each part alike. */
const nodesMax = 1_000;
/** Pages that anyone may read and that search engines are asked not to list. */
const unlisted: readonly string[] = ['/status', '/design'];
/** Of an index, by the protocol. */
const partsMax = 50_000;

const type = 'application/xml; charset=utf-8';
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The map of the site: an index, and parts of at most 1,000 nodes with the pages that have no node in the first. */
export const sitemapOf = (pages: readonly PageRoute[]): FileRoute[] => [
  indexFile,
  partFile(pathsForAnyone(pages).filter((path) => !unlisted.includes(path))),
];

const indexFile = file({
  path: '/sitemap.xml',
  type,
  changesWith: 'catalogue',
  make: async ({ client, publicUrl }) => {
    const parts = await countParts(client);
    const links = Array.from({ length: Math.min(parts, partsMax) }, (_, index) =>
      element('sitemap', { loc: `${publicUrl}/sitemap-${index + 1}.xml` }),
    );
    return `${head}<sitemapindex ${namespace}>\n${links.join('')}</sitemapindex>\n`;
  },
});

const partFile = (paths: readonly string[]): FileRoute =>
  file({
    path: String.raw`/sitemap-:part(^[1-9]\d{0,4}).xml`,
    type,
    changesWith: 'catalogue',
    make: async ({ client, publicUrl, params }) => {
      const part = Number(params['part']);
      const { nodes } = await listNodes(client, { installable: true, limit: nodesMax, page: part });
      const own = part === 1 ? paths.map((path) => element('url', { loc: publicUrl + path })) : [];
      const links = nodes.map(({ id, created_at, latest_version: latest }) =>
        element('url', {
          loc: `${publicUrl}/n/${encodeURIComponent(id)}`,
          lastmod: latest?.createdAt ?? created_at,
        }),
      );
      if (own.length + links.length === 0) return 404;
      return `${head}<urlset ${namespace}>\n${[...own, ...links].join('')}</urlset>\n`;
    },
  });

/** At least one. A page past the last has no nodes to read, and still says how many pages there are. */
const countParts = async (client: Client): Promise<number> => {
  const { totalPages } = await listNodes(client, {
    installable: true,
    limit: nodesMax,
    page: partsMax + 1,
  });
  return Math.max(1, totalPages);
};

const element = (name: string, children: Readonly<Record<string, string>>): string => {
  const inner = Object.entries(children).map(([child, text]) => `<${child}>${escapeXml(text)}</${child}>`);
  return `<${name}>${inner.join('')}</${name}>\n`;
};
