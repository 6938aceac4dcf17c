import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RULESET_VERSION } from '@patchbay/inspect/facts';
import { BadReplyError } from '../../src/packages/reading.ts';
import { validateReply } from '../../src/packages/validate-reply.ts';

const digest = 'x'.repeat(43);
const good = ['a.py', 1, 2, 3, 8, digest];
const verdict = { outcome: 'passed', findings: [], rulesetVersion: RULESET_VERSION };
const readFiles = (...files: unknown[]) => {
  const value = { verdict, status: 'unsupported', confidence: 1, problems: [], areAll: true };
  const reading = validateReply({ parts: { appNodes: [], files }, last: { value } });
  return 'files' in reading ? reading.files : undefined;
};

suite('the files of a reply', () => {
  test('are taken where they can be those of a package', () => {
    const files = [good, ['b/ü "c".txt', 0, 0, 2 ** 40, 0, digest]];
    assert.deepEqual(readFiles(...files), files);
  });

  test('are refused where they cannot', () => {
    const wrong: Readonly<Record<string, unknown[]>> = {
      'no list': ['a.py'],
      'a member less': [good.slice(0, 5)],
      'a member more': [[...good, 'more']],
      'an absolute path': [['/etc/passwd', 1, 2, 3, 8, digest]],
      'a path with a line break': [['a\nb', 1, 2, 3, 8, digest]],
      'a path without an end': [['a'.repeat(2_000), 1, 2, 3, 8, digest]],
      'a negative size': [['a.py', -1, 2, 3, 8, digest]],
      'a size beyond numbers': [['a.py', 1, 2 ** 60, 3, 8, digest]],
      'another method': [['a.py', 1, 2, 3, 12, digest]],
      'another digest': [['a.py', 1, 2, 3, 8, '<script>']],
      'one twice': [good, good],
      'another order': [['b.py', 1, 2, 3, 8, digest], good],
      'too much together': Array.from({ length: 5_000 }, (_, index) => [
        `${String(index).padStart(5, '0')}${'y'.repeat(1_000)}`,
        1,
        2,
        3,
        8,
        digest,
      ]),
    };
    for (const [name, parts] of Object.entries(wrong)) {
      assert.throws(() => readFiles(...parts), BadReplyError, name);
    }
  });
});
