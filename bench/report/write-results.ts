import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawBars } from './draw-bars.ts';
import { drawGrowth } from './draw-growth.ts';
import type { Results } from './results.ts';
import { writeTable } from './write-table.ts';

/** Replaces earlier results of the same name, and redraws the table and charts of all results. */
export const writeResults = async (folder: string, fresh: Results): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'results.json');
  const earlier = await readFile(path, 'utf8').catch(() => '{}');
  const results: Results = { ...(JSON.parse(earlier) as Results), ...fresh };
  const { growth, ...others } = results;
  const files = {
    'results.json': `${JSON.stringify(results, null, 2)}\n`,
    'results.md': writeTable(results),
    'results.svg': drawBars(Object.values(others).flatMap(({ rows }) => rows)),
    ...(growth === undefined ? {} : { 'growth.svg': drawGrowth(growth.rows) }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
};
