import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { printable } from '../../src/output/printable.ts';

suite('text for a terminal', () => {
  test('has no control characters and no changes of direction, at any depth', () => {
    const hostile = { a: ['\u001b[31mred\u0007', 'a\rb', '\u009b2J', '\u202egpj.exe'], ['\u001b']: 1 };
    assert.deepEqual(printable(hostile), { a: ['�[31mred�', 'a�b', '�2J', '�gpj.exe'], '�': 1 });
  });

  test('forges no line: what follows a line break is marked', () => {
    const forged = 'Blurs.\r\nSHA-256  0000\n\nPublisher\tada\u2028x\n\n';
    assert.equal(printable(forged), 'Blurs.\n    │ SHA-256  0000\n    │ \n    │ Publisher    ada\u{fffd}x');
  });

  test('keeps everything else', () => {
    const value = { text: 'Ärger 日本語 👩‍💻 فارسی', number: 1, no: null, yes: true };
    assert.deepEqual(printable(value), value);
  });
});
