import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

test('a built server starts its threads and readers from bundles, so that none loads a compiler', () => {
  const bundles = globSync('**/*.{js,mjs}', { cwd: dist });
  assert.ok(bundles.includes('reader/reader.mjs'));
  for (const bundle of bundles) {
    const [module] = /new URL\("[^"]*\.ts",new URL\(/.exec(readFileSync(dist + bundle, 'utf8')) ?? [];
    assert.equal(
      module,
      undefined,
      `${bundle} starts TypeScript; name it in packages/server/scripts/build.ts`,
    );
  }
});
