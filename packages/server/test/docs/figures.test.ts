import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { suite, test } from 'node:test';
import { figures } from '../../../../bench/report/figures.ts';
import { fillFigures } from '../../../../bench/report/fill-figures.ts';
import type { Results } from '../../../../bench/report/results.ts';
import { inRepository, readDoc } from './repository.ts';

const results = JSON.parse(readDoc('bench/results/results.json')) as Results;
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: inRepository() });

suite('the figures of the docs', () => {
  test('are those of bench/results', () => {
    const stale = pages.filter((page) => fillFigures(readDoc(page), results) !== readDoc(page));
    assert.deepEqual(stale, [], 'run npm run generate');
  });

  test('are each shown on a page', () => {
    const shown = pages.flatMap((page) =>
      [...readDoc(page).matchAll(/<!-- figures: (\S+) -->/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(shown.sort(), Object.keys(figures).sort());
  });

  test('follow new results', () => {
    const { reads } = results;
    assert.ok(reads);
    const rows = reads.rows.map((row) => (row.task === 'install' ? { ...row, ratio: 0.0123 } : row));
    const page = readDoc('docs/performance.md');
    assert.ok(
      fillFigures(page, { ...results, reads: { ...reads, rows } }).includes('| install | 0.012 | 0.012 |'),
    );
  });
});
