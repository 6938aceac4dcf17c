import { type Node, getNode } from '@patchbay/client';
import { clip } from '../clip.ts';
import { escapeXml } from '../escape-xml.ts';
import { file } from '../file.ts';
import { formatCompact } from '../format.ts';
import type { FileRoute } from '../site.ts';

/** Of a letter, in pixels. Texts are set to the width that this gives them. */
const letterWidth = 6.6;
const [padding, charsMax, usedForSeconds] = [8, 40, 300];

const badge = (name: string, label: string, valueOf: (node: Node) => string): FileRoute =>
  file({
    path: `/n/:nodeId/${name}.svg`,
    type: 'image/svg+xml; charset=utf-8',
    usedForSeconds,
    make: async ({ client, params }) =>
      draw(label, clip(valueOf(await getNode(client, { nodeId: params['nodeId'] ?? '' })), charsMax)),
  });

/** Pictures for readmes: the latest version of a node, and its downloads. */
export const badgeFiles: readonly FileRoute[] = [
  badge('version', 'patchbay', ({ latest_version: latest }) => latest?.version ?? 'no version'),
  badge('downloads', 'downloads', ({ downloads }) => formatCompact(downloads)),
];

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
