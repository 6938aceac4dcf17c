import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import { operations } from '../../src/operations/index.ts';
import { inRepository } from '../docs/repository.ts';

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

suite('an operation whose answer is kept does not ask what time it is', () => {
  for (const [name, { tag, changesWith }] of Object.entries<Endpoint>(endpoints)) {
    if (changesWith === undefined) continue;
    test(name, () => {
      // Two endpoints can have one operation, which has the name of one of them.
      const file = Object.keys(operations)
        .filter((other) => operations[other as EndpointName] === operations[name as EndpointName])
        .map((other) => inRepository('packages/server/src/operations', tag, `${kebabCase(other)}.ts`))
        .find((path) => existsSync(path));
      assert.ok(file !== undefined, 'it has no file');
      assert.doesNotMatch(
        readFileSync(file, 'utf8'),
        /\bnow\b|\bDate\.|\bnew Date\(\)/,
        'A kept answer is dropped when rows change, never because time passes: leave out changesWith.',
      );
    });
  }
});
