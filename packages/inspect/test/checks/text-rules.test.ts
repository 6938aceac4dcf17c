import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { textRules } from '../../src/checks/rules/text-rules.ts';
import { checkFiles } from './check-files.ts';

type TextRuleId = keyof typeof textRules;
type Source = readonly [file: string, text: string];

/** Each `hit` fires the rule alone of its family, on its last line. */
const cases: Record<TextRuleId, { hits: Source[]; misses: Source[] }> = {
  'bidi-override': {
    hits: [['a.py', 'x = 1\nif admin: # \u202e } \u2066 begin']],
    misses: [
      ['a.py', 'x = "\\u202e"'],
      ['a.json', '"\u202e"'],
      ['a.py', 'x = "שלום"'],
    ],
  },
  'invisible-text': {
    hits: [
      ['a.py', `x = "${'\u{e0101}\u{e0042}'.repeat(10)}"`],
      ['web/a.js', `const x = "${'\ufe01\ufe02'.repeat(10)}"`],
    ],
    misses: [
      ['a.py', 'x = "👨\u200d👩\u200d👧 ❤\ufe0f"'],
      ['a.md', '\u200b'.repeat(20)],
    ],
  },
  'mixed-alphabets': {
    hits: [['a.py', 'x = 1\npаssword = 2']],
    misses: [
      ['a.py', '# пароль password'],
      ['a.py', 'x = "Δt μm"'],
    ],
  },
  'hidden-encoding': {
    hits: [
      ['a.py', '# -*- coding: utf-7 -*-'],
      ['a.py', '#!/usr/bin/python\n# coding=raw_unicode_escape'],
      ['a.py', '# coding: u7\n# coding: utf-8'],
      ['a.py', '# vim: set fileencoding=UTF--7 :'],
      ['a.py', `# ${'-'.repeat(200)} coding: utf_7`],
      ['a.py', '# coding: own_codec'],
    ],
    misses: [
      ['a.py', '# -*- coding: utf-8 -*-\n'],
      ['a.py', '# -*- coding: gbk -*-'],
      ['a.py', '# -*- coding: utf-8-unix -*-'],
      ['a.py', '# vim: set fileencoding=Latin-1 :'],
      ['a.py', '# coding: EUC_KR'],
      ['a.py', '# coding: cp1252\n# coding: utf-7'],
      ['a.py', 'x = 1\n# coding: utf-7'],
      ['a.py', 'x = 1\ny = 2\n# coding: utf-7'],
    ],
  },
  'hidden-column': {
    hits: [
      ['a.py', `x = 1${';'.padEnd(120)}print(2)`],
      ['web/a.js', `const x = 1;\n${''.padEnd(160)}eval(x)`],
    ],
    misses: [
      ['a.py', `x = 1${';'.padEnd(120)}# a remark`],
      ['a.py', `x = f(1,\n${''.padEnd(160)}other)`],
      ['a.md', `x = 1${';'.padEnd(120)}print(2)`],
    ],
  },
  'link-to-address': {
    hits: [['a.py', 'exec("x = 1")\nu = "http://203.0.113.9/x"']],
    misses: [
      ['a.py', 'exec("x = 1")\nu = "http://127.0.0.1:8188"'],
      ['a.py', 'u = "http://203.0.113.9/x"'],
    ],
  },
  'link-to-drop': {
    hits: [['a.py', 'exec("x = 1")\nu = "https://pastebin.com/raw/x"']],
    misses: [
      ['a.py', 'u = "https://pastebin.com/raw/x"'],
      ['a.py', 'exec("x = 1")\nu = "https://pastebin.com.example.org"'],
    ],
  },
};

suite('plain text', () => {
  for (const [rule, { hits, misses }] of Object.entries(cases)) {
    const { severity, shadow } = textRules[rule as TextRuleId];

    for (const [file, text] of hits) {
      test(`${rule} finds ${JSON.stringify(text.slice(0, 60))}`, async () => {
        const { outcome, findings } = await checkFiles({ [file]: `${text}\n` });
        assert.deepEqual(
          findings.map(({ rule, severity, shadow, line }) => ({ rule, severity, shadow, line })),
          [{ rule, severity, shadow, line: rule === 'hidden-encoding' ? 1 : text.split('\n').length }],
        );
        assert.equal(outcome, severity === 'error' && !shadow ? 'found' : 'passed');
        assert.doesNotMatch(findings[0]?.excerpt ?? '\u202e', /[\p{Cf}\p{Variation_Selector}]/u);
      });
    }

    for (const [file, text] of misses) {
      test(`${rule} passes over ${JSON.stringify(text.slice(0, 60))} in ${file}`, async () => {
        assert.deepEqual((await checkFiles({ [file]: `${text}\n` })).findings, []);
      });
    }
  }
});
