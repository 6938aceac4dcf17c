import { file } from '../file.ts';
import type { FileRoute, PageRoute } from '../site.ts';
import { hrefOf } from '../visit.ts';
import { pathsForAnyone } from './paths-for-anyone.ts';

/** What search engines may read besides the pages without a node: all else is closed, as is what comes later. */
const open = ['/n/', '/p/', '/guide/', '/assets/', '/favicon.svg', '/opensearch.xml', '/sitemap'];

/** Below what is open: pages of pairs of versions, of which there are too many, and source. */
const closed = ['/n/*/report', '/n/*/compare/', '/n/*/diff/', '/n/*/v/*/source'];

/** What search engines may read: RFC 9309, in which the longest rule that matches an address decides. */
export const robotsOf = (pages: readonly PageRoute[]): FileRoute =>
  file({
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    usedForSeconds: 24 * 60 * 60,
    make: async (visit) => {
      const href = hrefOf(visit);
      const lines = [
        'User-agent: *',
        `Disallow: ${href('/')}`,
        ...pathsForAnyone(pages).map((path) => `Allow: ${href(path)}$`),
        ...open.map((path) => `Allow: ${href(path)}`),
        ...closed.map((path) => `Disallow: ${href(path)}`),
        '',
        `Sitemap: ${visit.publicUrl}/sitemap.xml`,
      ];
      return `${lines.join('\n')}\n`;
    },
  });
