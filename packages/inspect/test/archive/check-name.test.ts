import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkName } from '../../src/archive/check-name.ts';

void test('a character that nobody sees is refused in a name', () => {
  const unseen = [
    '\u200b',
    '\u200c',
    '\u200d',
    '\u00ad',
    '\u2060',
    '\ufeff',
    '\u202e',
    '\u2028',
    '\u0007',
    '\ufe0f',
  ];
  for (const character of [...unseen, '\u{e0041}', '\u034f', '\u3164']) {
    const name = `nodes/load${character}er.py`;
    assert.equal(checkName(name), 'control-character', JSON.stringify(name));
  }
});

void test('a joiner between letters that it shapes, and in a picture, is part of a name', () => {
  for (const name of [
    'می\u200cخواهم.md',
    'क्\u200dष.py',
    '👩\u200d💻.png',
    '❤\ufe0f.md',
    '日本語.py',
    'é.py',
  ]) {
    assert.equal(checkName(name), undefined, name);
  }
});
