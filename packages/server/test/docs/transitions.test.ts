import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitions } from '@patchbay/contract';
import { readDoc, section, tableLines } from './repository.ts';

/** A state without the name of its resource, which stands in the first column. */
const short = (state: string): string =>
  state.replace(/^(NodeVersion|Node|Publisher|Report)Status|^AppNodePolicy/, '');

test('the table of transitions is the one that the server enforces', () => {
  assert.deepEqual(
    tableLines(section(readDoc('docs/api-design.md'), 'States')),
    transitions.map(
      ({ resource, field, from, to, by, when }) =>
        `| ${resource}.${field} | ${short(from)} → ${short(to)} | ${by.join(', ')} | ${when} |`,
    ),
  );
});
