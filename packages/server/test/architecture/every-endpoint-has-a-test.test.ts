import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { endpoints } from '@patchbay/contract';

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const filesIn = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(join(import.meta.dirname, '..', folder)));

suite('every-endpoint-has-a-test', () => {
  const tests = filesIn('http');
  for (const name of Object.keys(endpoints)) {
    test(name, () => {
      const file = `${kebabCase(name)}.test.ts`;
      assert.ok(tests.has(file), `test/http/${file} is missing`);
    });
  }
});
