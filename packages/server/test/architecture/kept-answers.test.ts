import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { type Endpoint, endpoints } from '@patchbay/contract';
import { inRepository } from '../docs/repository.ts';

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

suite('an operation whose answer is kept does not ask what time it is', () => {
  for (const [name, { tag, changesWith }] of Object.entries<Endpoint>(endpoints)) {
    if (changesWith === undefined) continue;
    test(name, () => {
      const file = inRepository('packages/server/src/operations', tag, `${kebabCase(name)}.ts`);
      assert.doesNotMatch(
        readFileSync(file, 'utf8'),
        /\bnow\b|\bDate\.|\bnew Date\(\)/,
        'A kept answer is dropped when rows change, never because time passes: leave out changesWith.',
      );
    });
  }
});
