import { escapeXml } from './escape-xml.ts';
import type { Row } from './row.ts';
import { svg } from './svg.ts';

const plot = { left: 60, top: 30, width: 420, height: 360 };
const legend = { width: 440, lineHeight: 18 };
const colours = ['#1b6ca8', '#d1495b', '#2a9d6f', '#edae49', '#6a4c93', '#3d5a80', '#8d5524', '#555555'];

/**
 * A line for each task: how its figure changes, as a multiple of that at the smallest size. Both axes are logarithmic.
 */
export const drawGrowth = (rows: readonly Row[]): string => {
  const tasks = Map.groupBy(
    rows.flatMap(({ ratio, ...row }) => (ratio === undefined ? [] : [{ ...row, ratio }])),
    ({ task, better }) => `${task} (${better} is better)`,
  );
  const all = [...tasks.values()].flat();
  const largest = Math.max(10, ...all.map(({ subject }) => sizeOf(subject)));
  const reach = Math.max(1, ...all.map(({ ratio }) => Math.abs(Math.log10(ratio))));
  const x = (size: number): number =>
    Math.round(plot.left + (Math.log10(size) / Math.log10(largest)) * plot.width);
  const y = (ratio: number): number =>
    Math.round(plot.top + plot.height * (0.5 - Math.log10(ratio) / (2 * reach)));
  const sizes = [1, ...new Set(all.map(({ subject }) => sizeOf(subject)))];
  const ratios = [0.01, 0.1, 0.5, 1, 2, 10, 100].filter((ratio) => Math.abs(Math.log10(ratio)) <= reach);
  const height = plot.top + Math.max(plot.height + 40, tasks.size * legend.lineHeight);
  return svg(plot.left + plot.width + legend.width, height, 'Growth of the catalogue', [
    ...sizes.map(
      (size) =>
        `<line class="line" x1="${x(size)}" x2="${x(size)}" y1="${plot.top}" y2="${plot.top + plot.height}"/>` +
        `<text x="${x(size)}" y="${plot.top + plot.height + 18}" text-anchor="middle">${size} ×</text>`,
    ),
    ...ratios.map(
      (ratio) =>
        `<line class="${ratio === 1 ? 'base' : 'line'}" x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y(ratio)}" y2="${y(ratio)}"/>` +
        `<text x="${plot.left - 8}" y="${y(ratio) + 4}" text-anchor="end">${ratio}</text>`,
    ),
    ...[...tasks].map(([label, points], index) => {
      const colour = colours[index % colours.length] ?? '#000';
      const places = points.map(({ subject, ratio }) => `${x(sizeOf(subject))},${y(ratio)}`);
      const dashes = index < colours.length ? '' : ' stroke-dasharray="6 3"';
      const at = { x: plot.left + plot.width + 16, y: plot.top + 10 + index * legend.lineHeight };
      return [
        `<polyline points="${x(1)},${y(1)} ${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`,
        `<line x1="${at.x}" x2="${at.x + 20}" y1="${at.y - 4}" y2="${at.y - 4}" stroke="${colour}" stroke-width="2"${dashes}/>`,
        `<text x="${at.x + 26}" y="${at.y}">${escapeXml(label)}</text>`,
      ].join('');
    }),
  ]);
};

/** `10 ×` → 10 */
const sizeOf = (subject: string): number => Number.parseFloat(subject);
