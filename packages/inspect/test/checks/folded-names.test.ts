import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkFiles } from './check-files.ts';

/** Expressions that are "system" once they are calculated. */
const expressions = [
  '"sys" + "tem"',
  '"%stem" % "sys"',
  '"%s%s" % ("sys", "tem")',
  '"{}tem".format("sys")',
  '"{1}{0}".format("tem", "sys")',
  'f"{part}tem"',
  '"syZtem".replace("Z", "s")',
  '"xxsystemxx"[2:8]',
  '"metsys"[::-1]',
  '"".join(reversed("metsys"))',
  '"".join(list("metsys")[::-1])',
  '"".join(chr(code - 1) for code in [116, 122, 116, 117, 102, 110])',
  '"".join([chr(code) for code in (115, 121, 115, 116, 101, 109)])',
  '"".join(map(chr, codes))',
  'bytes(codes).decode()',
  '"".join(letters[place] for place in (18, 24, 18, 19, 4, 12))',
  'letters[18] + letters[24] + letters[-8] + letters[19] + letters[4] + letters[12]',
  '"SYSTEM".lower()',
  '" system ".strip()',
  '"a_system_b".split("_")[1]',
  '["path", "system"][1]',
  '"xxsystem".removeprefix("xx")',
] as const;

const before = `
import os
part = "sys"
codes = [115, 121, 115, 116, 101, 109]
letters = "abcdefghijklmnopqrstuvwxyz"
`;

const rulesOf = async (code: string): Promise<string[]> => {
  const { findings } = await checkFiles({ '__init__.py': before + code });
  return findings.map(({ rule }) => rule);
};

suite('names that are calculated', () => {
  for (const expression of expressions) {
    test(`${expression} is known`, async () => {
      const rules = await rulesOf(`getattr(os, ${expression})("ls")`);
      assert.ok(rules.includes('command-at-import'), rules.join());
    });
  }

  test('are no finding where they name something harmless', async () => {
    for (const expression of ['"{}{}".format("sq", "rt")', '"".join(reversed("trqs"))', '"sqrt_of"[0:4]'])
      assert.deepEqual(await rulesOf(`import math\ngetattr(math, ${expression})(4)`), [], expression);
    assert.deepEqual(await rulesOf('name = "os" + ".path"\nos.path.join("%s.py" % name, f"{part}.txt")'), []);
  });

  test('come to an end whatever they are calculated of', async () => {
    const endless = [
      '"system"[::1e-300]',
      '"system"[::0]',
      '"system"[1e9:-1e9:-1]',
      '"a".replace("a", "aa" * 99999999)',
      '"{}".format("{}" * 10 ** 9)',
      'chr(10 ** 400)',
      `"${'a'.repeat(900)}"${'.replace("a", "aaaa")'.repeat(50)}`,
      `(${'"x y z" + '.repeat(5_000)}"")`,
    ];
    for (const expression of endless) await rulesOf(`getattr(os, ${expression})("ls")`);
  });
});
