import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../../src/settings.ts';
import { readDoc, section, tableLines } from './repository.ts';

test('the table of settings is the one that the server reads', () => {
  assert.deepEqual(
    tableLines(section(readDoc('docs/operations/settings.md'), 'Settings')),
    Object.entries(settings).map(
      ([name, { default: fallback, means }]) =>
        `| \`${name}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${means} |`,
    ),
  );
});
