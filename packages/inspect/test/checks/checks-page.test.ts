import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULES } from '../../src/checks/ruleset.ts';
import { readDoc, section, tableLines } from '../../../server/test/docs/repository.ts';

test('the table of rules is the one that is run', () => {
  assert.deepEqual(
    tableLines(section(readDoc('docs/checks.md'), 'Rules')),
    Object.entries(RULES).map(
      ([id, { severity, shadow, reads, means, fix, notice = '–' }]) =>
        `| \`${id}\` | ${severity}${shadow ? ', shadow' : ''} | ${reads} | ${means} | ${fix} | ${notice} |`,
    ),
  );
});
