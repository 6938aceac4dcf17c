import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SqliteRateBuckets } from '../../../src/store/engines/sqlite/rate-buckets.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const draw = { key: 'a', now: 1_000, wanted: 10, capacity: 15 };

test('the buckets of SQLite lie in a private file that begins with the first draw', async (t) => {
  const path = join(await temporaryFolder(t), 'rates.db');
  const buckets = new SqliteRateBuckets(path);
  assert.equal(existsSync(path), false);
  assert.deepEqual({ ...buckets.draw(draw) }, { drawn: 10, fullAt: 1_010 });
  assert.equal(statSync(path).mode & 0o777, 0o600);
  buckets.close();
  const again = new SqliteRateBuckets(path);
  t.after(() => again.close());
  assert.deepEqual({ ...again.draw(draw) }, { drawn: 5, fullAt: 1_015 }, 'they outlive the process');
});

test('a damaged file is replaced', async (t) => {
  const path = join(await temporaryFolder(t), 'rates.db');
  writeFileSync(path, 'This was a database before the power failed.'.repeat(200));
  const buckets = new SqliteRateBuckets(path);
  t.after(() => buckets.close());
  assert.equal(buckets.draw(draw).drawn, 10);
});
