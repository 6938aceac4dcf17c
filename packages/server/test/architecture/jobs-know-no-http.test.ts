import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../../src');

test('jobs and packages neither make nor read errors of the interface', () => {
  const files = ['jobs', 'packages'].flatMap((room) =>
    readdirSync(join(root, room))
      .filter((name) => name.endsWith('.ts'))
      .map((file) => `${room}/${file}`),
  );
  assert.ok(files.length > 0);
  const wrong = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('ApiError'));
  assert.deepEqual(wrong, [], 'return a result, and have the operation make an error of it');
});
