import { getNode } from '@patchbay/client';
import { renderToString } from 'preact-render-to-string';
import { file } from '../file.ts';
import { Card } from '../pictures/card.tsx';
import { drawPng } from '../pictures/draw-png.ts';

/** A node as chat programs and search engines show it. */
export const nodePictureFile = file({
  path: '/n/:nodeId/card.png',
  type: 'image/png',
  changesWith: 'node',
  make: async ({ client, params, publicUrl }) => {
    const node = await getNode(client, { nodeId: params['nodeId'] ?? '' });
    const svg = renderToString(<Card node={node} host={new URL(publicUrl).host} />);
    return (await drawPng(svg)) ?? 503;
  },
});
