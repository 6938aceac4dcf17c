import { escapeXml } from './escape-xml.ts';
import type { Row } from './row.ts';
import { svg } from './svg.ts';

const rowHeight = 22;
const top = 40;
const left = 460;
const plotWidth = 420;
const right = 70;
const labelCharsMax = 66;

/** A bar for each ratio, on a logarithmic axis, with its range over the rounds and the base at 1. */
export const drawBars = (rows: readonly Row[]): string => {
  const bars = rows.filter(({ ratio }) => ratio !== undefined);
  const ends = bars.flatMap(({ low, high }) => [low ?? 1, high ?? 1]);
  const least = Math.log10(Math.min(0.1, ...ends));
  const span = Math.log10(Math.max(10, ...ends)) - least;
  const x = (ratio: number): number => Math.round(left + ((Math.log10(ratio) - least) / span) * plotWidth);
  const height = top + bars.length * rowHeight + 10;
  const ticks = [0.01, 0.1, 1, 10, 100].filter((tick) => x(tick) >= left && x(tick) <= left + plotWidth);
  return svg(left + plotWidth + right, height, 'Each subject as a multiple of its base', [
    ...ticks.map(
      (tick) =>
        `<line class="${tick === 1 ? 'base' : 'line'}" x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${height - 8}"/>` +
        `<text x="${x(tick)}" y="${top - 14}" text-anchor="middle">${tick}</text>`,
    ),
    ...bars.map((row, index) => drawBar(row, top + index * rowHeight, x)),
  ]);
};

const drawBar = (
  { task, subject, base, ratio = 1, low = ratio, high = ratio, better }: Row,
  y: number,
  x: (ratio: number) => number,
): string => {
  const [start, end] = [x(1), x(ratio)].sort((a, b) => a - b) as [number, number];
  const isGood = better === 'higher' ? ratio >= 1 : ratio <= 1;
  const label = `${task}: ${subject} ÷ ${base}`;
  // Squeezed if it would not fit.
  const length =
    label.length > labelCharsMax ? ` textLength="${left - 16}" lengthAdjust="spacingAndGlyphs"` : '';
  return [
    `<text x="${left - 8}" y="${y + 12}" text-anchor="end"${length}>${escapeXml(label)}</text>`,
    `<rect x="${start}" y="${y + 2}" width="${Math.max(1, end - start)}" height="${rowHeight - 10}" fill="${isGood ? '#2a7' : '#48c'}"/>`,
    `<line x1="${x(low)}" x2="${x(high)}" y1="${y + 8}" y2="${y + 8}" stroke="#222"/>`,
    `<text x="${left + plotWidth + 8}" y="${y + 12}">${Number(ratio.toPrecision(3))}</text>`,
  ].join('');
};
