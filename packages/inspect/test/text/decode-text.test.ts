import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decodeDeclaredText, decodeText } from '../../src/text/decode-text.ts';

const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

suite('decode-text', () => {
  test('UTF-8, with its mark and without, and UTF-16 of either order', () => {
    for (const bytes of [
      Buffer.from('é墨'),
      Buffer.from('\ufeffé墨'),
      Buffer.from('\ufeffé墨', 'utf16le'),
      utf16be('é墨'),
    ])
      assert.deepEqual(decodeText(bytes), { text: 'é墨' }, bytes.toString('hex'));
  });

  test('a text that is cut in the midst of a character has no fault', () => {
    assert.deepEqual(decodeText(Buffer.from('a墨').subarray(0, 3), { isCut: true }), { text: 'a' });
  });

  test('other bytes leave what is legible', () => {
    assert.deepEqual(decodeText(Buffer.from('caf\xe9', 'latin1')), {
      text: 'caf\ufffd',
      fault: 'other bytes',
    });
  });

  test('UTF-32 is told from UTF-16, and cannot be read', () => {
    assert.equal(decodeText(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])).fault, 'unknown encoding');
  });

  test('a declaration of PEP 263 counts in the first two lines, behind nothing but a comment', () => {
    const gbk = Buffer.concat([Buffer.from('# -*- coding: gbk -*-\n'), Buffer.from('c4abcbae', 'hex')]);
    assert.equal(decodeDeclaredText(gbk).text, '# -*- coding: gbk -*-\n墨水');
    const latin = (text: string) => decodeDeclaredText(Buffer.from(text, 'latin1'));
    assert.deepEqual(latin('#!/x\r\n# vim: set fileencoding=latin-1 :\r\n\xe9').fault, undefined);
    assert.equal(latin('x = 1\n# coding: latin-1\n\xe9').fault, 'other bytes');
    assert.equal(latin('\n\n# coding: latin-1\n\xe9').fault, 'other bytes');
    assert.equal(decodeText(Buffer.from('# coding: latin-1\n\xe9', 'latin1')).fault, 'other bytes');
  });

  test("Python's own names of encodings", () => {
    for (const name of ['CP932', 'ms_kanji', 'cp936', 'euc_kr', 'cp949', 'cp950', 'ISO8859-15', 'koi8_r'])
      assert.equal(decodeDeclaredText(Buffer.from(`# coding: ${name}\n`)).fault, undefined, name);
    for (const name of ['utf-7', 'rot13', 'nothing-like-it'])
      assert.equal(decodeDeclaredText(Buffer.from(`# coding: ${name}\n`)).fault, 'unknown encoding', name);
    assert.equal(decodeDeclaredText(Buffer.from('# coding: ascii\n\xe9', 'latin1')).fault, 'other bytes');
  });
});
