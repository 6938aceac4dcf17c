import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { shardFiles } from './shard-files.ts';

suite('test files in shards', () => {
  const process = 'packages/server/test/process/cluster.test.ts';
  const files = [...Array.from({ length: 40 }, (_, index) => `packages/x/test/${index}.test.ts`), process];

  test('each is in one of them, and none is empty', () => {
    assert.deepEqual(shardFiles(files).flat().sort(), files.toSorted());
    for (const some of [[], files.slice(0, 1), files]) {
      assert.ok(shardFiles(some).every(({ length }) => length > 0));
    }
  });

  test('what starts processes comes last, beside nothing else', () => {
    assert.deepEqual(shardFiles(files).at(-1), [process]);
  });
});
