import { escapeXml } from './escape-xml.ts';
import { svg } from './svg.ts';

/** One small chart: a value over time. */
export interface Panel {
  title: string;
  unit: string;
  points: readonly { seconds: number; value: number }[];
  isMarked: boolean;
}

const columns = 3;
const panel = { width: 300, height: 150, left: 12, top: 34, plotWidth: 210, plotHeight: 90 };

/** The panels in rows, each with a scale of its own from zero; those that are marked in red. */
export const drawPanels = (title: string, panels: readonly Panel[]): string =>
  svg(
    columns * panel.width,
    Math.ceil(panels.length / columns) * panel.height + 10,
    title,
    panels.map((one, index) =>
      drawPanel(
        one,
        (index % columns) * panel.width + panel.left,
        Math.floor(index / columns) * panel.height,
      ),
    ),
  );

const drawPanel = ({ title, unit, points, isMarked }: Panel, left: number, above: number): string => {
  const top = above + panel.top;
  const bottom = top + panel.plotHeight;
  const end = Math.max(1, ...points.map(({ seconds }) => seconds));
  const highest = Math.max(Number.MIN_VALUE, ...points.map(({ value }) => value));
  const places = points.map(
    ({ seconds, value }) =>
      `${(left + (seconds / end) * panel.plotWidth).toFixed(1)},${(bottom - (Math.max(0, value) / highest) * panel.plotHeight).toFixed(1)}`,
  );
  const right = left + panel.plotWidth;
  return [
    `<text x="${left}" y="${top - 10}">${escapeXml(title)}</text>`,
    `<line class="line" x1="${left}" x2="${right}" y1="${top}" y2="${top}"/>`,
    `<line class="line" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>`,
    `<polyline points="${places.join(' ')}" fill="none" stroke="${isMarked ? '#d1495b' : '#1b6ca8'}" stroke-width="1.5"/>`,
    `<text x="${right + 6}" y="${top + 4}">${Number(highest.toPrecision(3))} ${unit}</text>`,
    `<text x="${right + 6}" y="${bottom + 4}">0</text>`,
    `<text x="${right}" y="${bottom + 16}" text-anchor="end">${Math.round(end / 60)} min</text>`,
  ].join('');
};
