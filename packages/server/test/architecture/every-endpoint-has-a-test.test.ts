import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { endpoints } from '@patchbay/contract';

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const root = join(import.meta.dirname, '../../../..');
const filesBelow = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }));

suite('every endpoint lies in the folder of its area, and so does its test', () => {
  const definitions = filesBelow('packages/contract/src/endpoints');
  const tests = filesBelow('packages/server/test/http');
  for (const [name, { tag }] of Object.entries(endpoints)) {
    test(name, () => {
      const file = `${tag}/${kebabCase(name)}`;
      assert.ok(definitions.has(`${file}.ts`), `contract/src/endpoints/${file}.ts is missing`);
      assert.ok(tests.has(`${file}.test.ts`), `test/http/${file}.test.ts is missing`);
    });
  }
});
