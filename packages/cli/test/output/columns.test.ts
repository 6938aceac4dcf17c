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
    assert.equal(columns(rows), `a   x\n${bold}   long  z\n👩‍💻`);
  });

  test('are aligned, and clipped, with characters that take the room of two', () => {
    const rows = [
      ['图像工具', 'x'],
      ['한글', 'x'],
      ['ｶﾀｶﾅ', 'x'],
      ['❤️', 'x'],
      ['éa', '图像放大节点的描述文字很长'],
    ];
    const lines = [
      '图像工具  x',
      '한글      x',
      'ｶﾀｶﾅ      x',
      '❤️        x',
      'éa        图像放大节点的描述…',
    ];
    assert.deepEqual(columns(rows, 30).split('\n'), lines);
  });

  test('there may be none', () => {
    assert.equal(columns([]), '');
  });
});
