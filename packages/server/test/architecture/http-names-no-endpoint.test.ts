import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpoints } from '@patchbay/contract';

const http = join(import.meta.dirname, '../../src/http');
const nameOfEndpoint = new RegExp(`\\b(?:${Object.keys(endpoints).join('|')})\\b`);

test('no file of http names an endpoint: what is particular about one is a property of it in the contract', () => {
  const files = globSync('**/*.ts', { cwd: http });
  assert.ok(files.length > 0);
  const found = files.flatMap((file) =>
    readFileSync(join(http, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (nameOfEndpoint.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  assert.deepEqual(found, [], 'declare it in contract/src/endpoint.ts and read it from there');
});
