import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of the elements in which nothing is wrong, axe describes one for each rule, and nothing of them leaves the page. */
const run = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`;

/** Asserts that axe finds nothing wrong with what the page shows now, of any impact. */
export const assertAccessible = async (page: Page): Promise<void> => {
  // Evaluated by the debugger, which the Content-Security-Policy does not bind.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(source);
  const violations = await page.evaluate<Result[]>(run);
  assert.deepEqual(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
    [],
    page.url(),
  );
};
