import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checks } from '../../src/doctor/index.ts';
import { readDoc, section, tableLines } from './repository.ts';

test('the table of checks is that of the doctor', () => {
  const rows = tableLines(section(readDoc('docs/operations/doctor.md'), 'Doctor'))
    .map((line) => line.split(' | '))
    .filter(([name = '']) => name.startsWith('| `'));
  assert.deepEqual(
    rows.map(([name, promise, repair]) => [name, promise, repair !== '– |']),
    checks.map(({ name, promise, repair }) => [`| \`${name}\``, promise, repair !== undefined]),
  );
});
