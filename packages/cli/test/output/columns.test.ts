import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { columns } from '../../src/output/columns.ts';

suite('columns', () => {
  test('are aligned by what is seen, without space at the end of a line', () => {
    const bold = '\u001b[1mb\u001b[22m';
    const rows = [
      ['a', 'x', ''],
      [bold, 'long', 'z'],
      ['👩‍💻', ''],
    ];
    assert.equal(columns(rows), `a  x\n${bold}  long  z\n👩‍💻`);
  });

  test('there may be none', () => {
    assert.equal(columns([]), '');
  });
});
