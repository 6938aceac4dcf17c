/** Copies the figures of `bench/results` into the docs that show them: part of `npm run generate`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillFigures } from './fill-figures.ts';
import type { Results } from './results.ts';

const root = join(import.meta.dirname, '../..');
const results = JSON.parse(readFileSync(join(root, 'bench/results/results.json'), 'utf8')) as Results;

for (const page of globSync(['*.md', 'docs/**/*.md'], { cwd: root })) {
  const path = join(root, page);
  const text = readFileSync(path, 'utf8');
  const filled = fillFigures(text, results);
  if (filled !== text) writeFileSync(path, filled);
}
