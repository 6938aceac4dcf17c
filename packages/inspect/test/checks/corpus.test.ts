import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { checkPackage } from '../../src/checks/check-package.ts';
import { commandRules } from '../../src/checks/rules/command-rules.ts';
import { signatureRules } from '../../src/checks/rules/signature-rules.ts';
import { takeoverRules } from '../../src/checks/rules/takeover-rules.ts';
import { theftRules } from '../../src/checks/rules/theft-rules.ts';
import { webRules } from '../../src/checks/rules/web-rules.ts';
import { openFiles } from './open-files.ts';

interface Malicious {
  /** The name of the file in its package. */
  as: string;
  rule: string;
  incident: string;
  source: string;
  /** Why no rule finds it. */
  missed?: string;
}

interface Harmless {
  as: string;
  /** The rule that finds what it looks like. */
  resembles: string;
}

const fixtures = join(import.meta.dirname, '../../../../fixtures');

const readIndex = <Entry>(folder: string): [name: string, entry: Entry][] => {
  const index = JSON.parse(readFileSync(join(fixtures, folder, 'index.json'), 'utf8')) as Record<
    string,
    Entry
  >;
  const files = readdirSync(join(fixtures, folder)).filter((name) => name.endsWith('.txt'));
  assert.deepEqual(
    files.toSorted(),
    Object.keys(index)
      .map((name) => `${name}.txt`)
      .toSorted(),
  );
  return Object.entries(index);
};

/** The rules that hold a package of this one file, wherever it lies. */
const findErrors = async (folder: string, name: string, as: string): Promise<string[]> => {
  const content = readFileSync(join(fixtures, folder, `${name}.txt`));
  const { outcome, findings } = await checkPackage(
    openFiles({ 'README.md': Buffer.from(''), [as]: content }),
  );
  const errors = findings.filter(({ severity, shadow }) => severity === 'error' && !shadow);
  assert.equal(outcome, errors.length > 0 ? 'found' : 'passed');
  return errors.map(({ rule }) => rule);
};

const malicious = readIndex<Malicious>('malicious');
const harmless = readIndex<Harmless>('harmless');

suite('the corpus of snippets', () => {
  for (const [name, { as, rule, missed }] of malicious) {
    test(`${name} is ${missed === undefined ? `held by ${rule}` : 'missed'}`, async () => {
      const errors = await findErrors('malicious', name, as);
      if (missed === undefined) assert.ok(errors.includes(rule), `${rule} is not among ${errors.join(', ')}`);
      else assert.deepEqual(errors, [], 'it is found now: take "missed" out of the index');
    });
  }

  for (const [name, { as, resembles }] of harmless) {
    test(`${name} is not held, although it resembles ${resembles}`, async () => {
      assert.deepEqual(await findErrors('harmless', name, as), []);
    });
  }

  test('each side has 60 snippets, of which at most one in twenty may be missed', (t) => {
    const missed = malicious.filter(([, entry]) => entry.missed !== undefined);
    const recall = 1 - missed.length / malicious.length;
    t.diagnostic(`recall ${recall.toFixed(3)} of ${malicious.length}, precision 1 beside ${harmless.length}`);
    assert.ok(malicious.length >= 60 && harmless.length >= 60);
    assert.ok(recall >= 0.95);
  });

  test('every snippet names its incident and a public source, and calls no real host', () => {
    for (const [name, { incident, source }] of malicious) {
      assert.ok(incident.length > 10 && source.startsWith('https://'), name);
      const text = readFileSync(join(fixtures, 'malicious', `${name}.txt`), 'utf8');
      for (const [, host = ''] of text.matchAll(/(?:https?|stratum\+tcp):\/\/([\w.-]+)/g)) {
        assert.match(
          host,
          /\.(?:invalid|example)$|^203\.0\.113\.|^(?:discord\.com|api\.telegram\.org|inert\.oast\.fun)$/,
        );
      }
    }
  });

  /** Beginnings of what rules look for, over and over: what a pattern of more than linear cost would not survive. */
  const slow: readonly (readonly [name: string, unit: string])[] = [
    ['a.sh', 'curl bash -c "$(curl mkfifo a sh -i echo a sudo -a rm -rf '],
    ['a.sh', 'echo '],
    ['a.sh', '=ssh-a AAAA'],
    ['a.js', 'a=atob(;setTimeout(a,fetch(.then((a)=>exec("curl '],
    ['a.js', 'a=atob())))))))'],
    ['a.js', 'a=atob()))))))eval(a;'],
    ['a.js', 'eval("'],
    ['a.js', 'fetch("https://a.io/x",'],
    ['a.js', 'a=document.createElement("script");a.src='],
    ['a.js', 'x.open("GET", "https://a.b'],
    ['a.js', '"ev" + '],
    ['a.js', 'a=new WebSocket("wss://a.b;a.send(fetch(a,'],
    ['a.html', '<pre><script>//eval(atob('],
    ['a.html', '\n/*eval(atob('],
    ['a.py', `;${' '.repeat(300)}"Login Data" stratum+tcp://a supportxmr.com : `],
    ['a.pth', 'import a\n'],
    ['requirements.txt', ' http://a.'],
  ];
  const numbers = Array.from({ length: 4_000 }, (_, at) => at);
  const names = (first: number): string => numbers.map((at) => `p${(at + first) % 4_000}`).join(', ');
  /** What names everything in it by everything else. */
  const tangled: readonly (readonly [name: string, what: string, text: string])[] = [
    ['a.py', 'a call of itself', `import os\ndef f(${names(0)}):\n    os.system(p0)\n    f(${names(1)})\n`],
    [
      'a.py',
      'another name of the one before',
      `import os\nx0 = os.system\n${numbers.map((at) => `x${at + 1} = x${at}\nx${at + 1}("a")\n`).join('')}`,
    ],
  ];
  const repeated = slow.map(
    ([name, unit]) => [name, unit.slice(0, 30), unit.repeat(Math.ceil(200_000 / unit.length))] as const,
  );
  for (const [name, what, text] of [...repeated, ...tangled]) {
    test(`${JSON.stringify(what)} over and over costs little in ${name}`, async () => {
      const bytes = Buffer.from(text);
      const begun = process.cpuUsage();
      await checkPackage(openFiles({ [name]: bytes }));
      const { user } = process.cpuUsage(begun);
      assert.ok(user < 15_000_000, `${user / 1e6} seconds of the processor`);
    });
  }

  test('every rule that holds a package stands on both sides', () => {
    const rules = { ...takeoverRules, ...theftRules, ...commandRules, ...signatureRules, ...webRules };
    const errors = Object.entries(rules).filter(
      ([, { severity, shadow }]) => severity === 'error' && !shadow,
    );
    const found = new Set(malicious.map(([, { rule }]) => rule));
    const resembled = new Set(harmless.map(([, { resembles }]) => resembles));
    assert.deepEqual(
      errors.map(([rule]) => rule).filter((rule) => !found.has(rule) || !resembled.has(rule)),
      [],
    );
  });
});
