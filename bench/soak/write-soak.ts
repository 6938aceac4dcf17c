import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPanels } from '../report/draw-panels.ts';
import type { Judged } from './judge-line.ts';

export interface Soak {
  measuredAt: string;
  engine: string;
  minutes: number;
  /** Moves a second. */
  capacity: number;
  rate: number;
  requests: number;
  lines: readonly Judged[];
}

/** Writes the table and the chart, and returns the table. */
export const writeSoak = async (folder: string, soak: Soak): Promise<string> => {
  const name = `soak-${soak.engine}`;
  const title = `${soak.minutes} minutes on ${soak.engine} at ${short(soak.rate)} moves a second`;
  const table = [
    `## Soak: ${title}`,
    '',
    `${soak.measuredAt.slice(0, 10)}; a third of the ${short(soak.capacity)} that it takes at most; ${soak.requests} requests. Growth is that of the straight line that fits best after the first fifth of the time.`,
    '',
    '| Line | Mean | Growth | Verdict |',
    '|---|---|---|---|',
    ...soak.lines.map(
      ({ name, unit, mean, growth, isGrowing }) =>
        `| ${name} | ${short(mean)} ${unit} | ${short(growth)} ${unit} | ${isGrowing ? '**grows**' : 'flat'} |`,
    ),
    '',
  ].join('\n');
  const panels = soak.lines.map(({ name, unit, points, isGrowing }) => ({
    title: name,
    unit,
    points,
    isMarked: isGrowing,
  }));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(soak)}\n`);
  await writeFile(join(folder, `${name}.md`), table);
  await writeFile(join(folder, `${name}.svg`), drawPanels(title, panels));
  return table;
};

const short = (value: number): string => String(Number(value.toPrecision(3)));
