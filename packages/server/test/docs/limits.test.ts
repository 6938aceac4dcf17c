import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limitMeanings, limits, quotas, snakeCase } from '@patchbay/contract';
import { readDoc, section, tableLines } from './repository.ts';

const page = readDoc('docs/limits.md');

suite('the tables of limits', () => {
  test('of requests and responses', () => {
    assert.deepEqual(
      tableLines(section(page, 'Requests and responses')),
      Object.entries(limits).map(
        ([name, value]) =>
          `| \`${snakeCase(name)}\` | ${value} | ${limitMeanings[name as keyof typeof limits]} |`,
      ),
    );
  });

  test('of quotas', () => {
    assert.deepEqual(
      tableLines(section(page, 'Quotas')),
      Object.entries(quotas).map(
        ([name, { subject, default: usual, means }]) => `| \`${name}\` | ${subject} | ${usual} | ${means} |`,
      ),
    );
  });
});
