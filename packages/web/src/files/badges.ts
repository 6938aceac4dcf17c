import { type Node, getNode } from '@patchbay/client';
import { licenseName } from '@patchbay/contract/license-name';
import { clip } from '../clip.ts';
import { escapeXml } from '../escape-xml.ts';
import { file } from '../file.ts';
import { formatCompact } from '../format.ts';
import type { FileRoute } from '../site.ts';

/** Of a letter, in pixels. Texts are set to the width that this gives them. */
const letterWidth = 6.6;
const [padding, charsMax, usedForSeconds] = [8, 40, 300];

/** By the name of its file: what a badge is labelled, and what it says of a node. */
const badges: Readonly<Record<string, readonly [label: string, valueOf: (node: Node) => string]>> = {
  version: ['patchbay', ({ latest_version: latest }) => latest?.version ?? 'no version'],
  downloads: ['downloads', ({ downloads }) => formatCompact(downloads)],
  license: ['license', ({ license }) => licenseName(license) ?? 'not stated'],
  'app-nodes': ['app-nodes', ({ app_node_count: count = 0 }) => formatCompact(count)],
};

/** Pictures of a node for readmes. */
export const badgeFiles: readonly FileRoute[] = Object.entries(badges).map(([name, [label, valueOf]]) =>
  file({
    path: `/n/:nodeId/${name}.svg`,
    type: 'image/svg+xml; charset=utf-8',
    usedForSeconds,
    make: async ({ client, params }) => {
      const node = await getNode(client, { nodeId: params['nodeId'] ?? '', include_counts: true });
      return draw(label, clip(valueOf(node), charsMax));
    },
  }),
);

/** What shows the badges of a node in a readme, each with a link to its page. */
export const badgeMarkdown = (publicUrl: string, nodeId: string): string => {
  const node = `${publicUrl}/n/${encodeURIComponent(nodeId)}`;
  return Object.entries(badges)
    .map(([name, [label]]) => `[![${label}](${node}/${name}.svg)](${node})`)
    .join('\n');
};

const draw = (label: string, value: string): string => {
  const [left, right] = [label, value].map((text) => Math.ceil(text.length * letterWidth));
  const [begin, width] = [(left ?? 0) + 2 * padding, (left ?? 0) + (right ?? 0) + 4 * padding];
  const write = (text: string, x: number, length = 0): string =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${escapeXml(`${label}: ${value}`)}">
<rect width="${width}" height="20" rx="3" fill="#3d4043"/>
<path d="M${begin} 0h${width - begin - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${width - begin - 3}z" fill="#a33b0b"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${write(label, padding, left)}${write(value, begin + padding, right)}</g>
</svg>
`;
};
