import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from '../../src/settings.ts';
import { readDoc, section, tableLines } from './repository.ts';

test('the secrets that may lie in a file are all of them', () => {
  const secrets = Object.entries(settings).flatMap(([name, { isSecret }]) =>
    isSecret ? [`\`${name}\``] : [],
  );
  const sentence = `A secret (${secrets.join(', ')}) may lie in a file instead`;
  assert.equal(readDoc('docs/operations/settings.md').split(sentence).length, 2, sentence);
});

test('the table of settings is the one that the server reads', () => {
  assert.deepEqual(
    tableLines(section(readDoc('docs/operations/settings.md'), 'Settings')),
    Object.entries(settings).map(
      ([name, { default: fallback, means }]) =>
        `| \`${name}\` | ${fallback === undefined ? '–' : `\`${fallback}\``} | ${means} |`,
    ),
  );
});
