import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Asserts that axe finds nothing wrong with what the page shows now, of any impact. */
export const assertAccessible = async (page: Page): Promise<void> => {
  // Evaluated by the debugger, which the Content-Security-Policy does not bind.
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  assert.deepEqual(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
    [],
    page.url(),
  );
};
