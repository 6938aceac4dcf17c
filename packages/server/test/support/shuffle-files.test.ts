import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { shuffleFiles } from './shuffle-files.ts';

suite('test files in a random order', () => {
  const files = Array.from({ length: 40 }, (_, index) => `packages/x/test/${index}.test.ts`).toSorted();

  test('each is there once, and the same seed gives the same order', () => {
    const shuffled = shuffleFiles(files, '1');
    assert.deepEqual(shuffled.toSorted(), files);
    assert.deepEqual(shuffleFiles(files.toReversed(), '1'), shuffled);
  });

  test('another seed gives another', () => {
    assert.notDeepEqual(shuffleFiles(files, '1'), files);
    assert.notDeepEqual(shuffleFiles(files, '1'), shuffleFiles(files, '2'));
  });
});
