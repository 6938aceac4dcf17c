import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { blankComments } from '../../src/python/blank-comments.ts';

const lines = '# x = "\n'.repeat(200);
const blank = '       \n'.repeat(200);

suite('blank-comments', () => {
  test('a long run of comment lines becomes blank, and nothing else moves', () => {
    assert.equal(blankComments(`a = 1\n${lines}b = 2\n`), `a = 1\n${blank}b = 2\n`);
    assert.equal(
      blankComments(`def f():\n    ${lines}    return 1\n`),
      `def f():\n    ${blank}    return 1\n`,
    );
    const spaced = lines.replaceAll('\n', '\n  \n\n');
    assert.equal(blankComments(spaced), spaced.replaceAll(/[^\n]/g, ' '));
  });

  test('short runs and comments behind code stay', () => {
    const short = '# x\n'.repeat(100);
    const behind = 'a = 1 # x\n'.repeat(200);
    assert.equal(blankComments(`${short}a = 1\n${short}${behind}`), `${short}a = 1\n${short}${behind}`);
  });

  for (const [opening, closing] of [
    ['"""', '"""'],
    ["'''", "'''"],
    ['rb"""\\"""', '"""'],
    ["f'''{a['b']}", "'''"],
    ["''; a = '''", "'''"],
    [`"it's"; a = '\\''; b = """ ''' `, '"""'],
    ["# it's\na = '''", "'''"],
    ["'unclosed\na = '''", "'''"],
  ]) {
    test(`what looks like comments within ${opening} is text, and comments after it are not`, () => {
      const text = `a = ${opening}\n${lines}${closing}\n`;
      assert.equal(blankComments(text + lines), text + blank);
    });
  }

  test('very many continued lines lose their backslashes, except within a text', () => {
    const few = 'a = 1 + \\\n2\n'.repeat(100);
    assert.equal(blankComments(few), few);
    assert.equal(
      blankComments(`${few}a = "\\\n" + \\\n2`),
      `${few.replaceAll('\\\n', '  ')}a = "\\\n" +   \n2`.replace('  \n2', '  2'),
    );
    const ofWindows = (between: string) => `a = 1 + ${between}2\r\n`.repeat(101);
    assert.equal(blankComments(ofWindows('\\\r\n')), ofWindows('   '));
    const mixed = `x\n${'#\n\\\n'.repeat(200)}`;
    assert.equal(blankComments(mixed).trim(), 'x');
  });

  test('a text that is never closed hides all that follows', () => {
    const text = `a = """\n${lines}`;
    assert.equal(blankComments(text), text);
  });
});
