import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../docs/images/journeys/', import.meta.url));

/**
 * Compares a journey with the page of its name in `docs/images/journeys/`. With `--test-update-snapshots`, Node.js
 * writes the page instead.
 */
export const assertJourney = (t: TestContext, name: string, page: string): void =>
  t.assert.fileSnapshot(page, `${folder}${name}.md`, { serializers: [String] });
