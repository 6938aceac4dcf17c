import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { secretRules } from '../../src/checks/rules/secret-rules.ts';
import { checkFiles } from './check-files.ts';
import { ALPHABETS, fakeSecret } from './fake-secret.ts';

type SecretRuleId = keyof typeof secretRules;

const { letters, upper, digits } = ALPHABETS;
const random = fakeSecret;

const jwt = (claims: object): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${random(43)}`;
};

const pem = (content: string): string =>
  ['-----BEGIN PRIVATE', 'KEY-----\n'].join(' ') + content + ['\n-----END PRIVATE', 'KEY-----'].join(' ');

const registrySecret = random(32);

/** What each rule must find, and what looks much like it but is none. */
const cases: Record<SecretRuleId, { hit: string; miss: string; file?: string }> = {
  'private-key': { hit: pem(`MI${random(600)}`), miss: pem('MII...your key here...') },
  'aws-key': { hit: `AKIA${random(16, upper)}`, miss: 'AKIAIOSFODNN7EXAMPLE' },
  'git-credentials': {
    hit: `extraheader = AUTHORIZATION: basic ${random(40)}`,
    miss: 'extraheader = X-Trace: basic-information',
  },
  'gcp-key': {
    file: 'account.json',
    hit: JSON.stringify({ private_key_id: random(40), private_key: pem(`MI${random(600)}`) }),
    miss: JSON.stringify({ private_key_id: 'the id', private_key: 'the key' }),
  },
  'google-api-key': { hit: `AIza${random(35)}`, miss: `AIza${'x'.repeat(35)}` },
  'azure-key': { hit: `AccountKey=${random(86)}==`, miss: 'AccountKey=<your account key>==' },
  'github-token': { hit: `ghp_${random(36)}`, miss: `ghp_${'x'.repeat(36)}` },
  'gitlab-token': { hit: `glpat-${random(20)}`, miss: 'glpat-your-token-goes-here' },
  'slack-token': { hit: `xoxb-${random(12, digits)}-${random(24)}`, miss: 'xoxb-your-token' },
  'stripe-key': { hit: `sk_live_${random(24)}`, miss: `sk_live_${'x'.repeat(24)}` },
  'openai-key': {
    hit: `sk-${random(20)}${['T3Blbk', 'FJ'].join('')}${random(20, letters, 9)}`,
    miss: 'sk-0123456789abcdef0123456789abcdef',
  },
  'anthropic-key': { hit: `sk-ant-api03-${random(93)}AA`, miss: 'sk-ant-api03-...' },
  'hugging-face-token': { hit: `hf_${random(34, letters)}`, miss: 'hf_abcdefghijklmnopqrstuvwxyzabcdefgh' },
  'npm-token': { hit: `npm_${random(36)}`, miss: 'npm_config_registry_and_many_more_names' },
  'pypi-token': { hit: `pypi-AgEIcHlwaS5vcmc${random(80)}`, miss: 'pypi-AgEIcHlwaS5vcmc' },
  'registry-token': {
    hit: `pbp_${registrySecret}${crc32(registrySecret).toString(16).padStart(8, '0')}`,
    miss: `pbp_${registrySecret}00000000`,
  },
  'telegram-token': { hit: `${random(10, digits)}:AA${random(33)}`, miss: '1234567890:AAAA' },
  'discord-token': {
    hit: `M${random(24)}.${random(6)}.${random(28)}`,
    miss: 'MyVeryLongModuleNameWithDots.submod.another_function_name',
  },
  'discord-webhook': {
    hit: `https://discord.com/api/webhooks/${random(18, digits)}/${random(68)}`,
    miss: 'https://discord.com/api/webhooks/<id>/<token>',
  },
  'service-token': { hit: `figd_${random(40)}`, miss: 'figd_personal_token' },
  'password-in-address': {
    hit: `postgresql://keeper:${random(16)}@db.acme.io/nodes`,
    miss: 'postgresql://localhost:5432/nodes',
  },
  'live-jwt': {
    hit: jwt({ sub: 'someone', exp: Date.UTC(2040, 0, 1) / 1000 }),
    miss: jwt({ sub: 'someone', exp: Date.UTC(2020, 0, 1) / 1000 }),
  },
};

suite('secrets', () => {
  for (const [rule, { hit, miss, file = 'notes.txt' }] of Object.entries(cases)) {
    const { severity, shadow } = secretRules[rule as SecretRuleId];
    const line = file === 'account.json' ? 1 : 3;
    const write = (secret: string): string => (line === 1 ? secret : `first\n\nkey = "${secret}"\n`);

    test(`${rule} is found where it stands and never repeated`, async () => {
      const { outcome, findings } = await checkFiles({ [file]: write(hit) });
      const found = findings.find((finding) => finding.rule === rule);
      assert.deepEqual(
        { ...found, means: '', fix: '', excerpt: '' },
        { rule, severity, shadow, file, line, means: '', fix: '', excerpt: '' },
      );
      assert.equal(outcome, findings.some(({ severity }) => severity === 'error') ? 'found' : 'passed');
      assert.ok(found?.excerpt?.includes('[secret]'));
      const told = JSON.stringify(findings);
      for (const piece of hit.match(/[A-Za-z0-9]{16,}/g) ?? []) assert.ok(!told.includes(piece), told);
    });

    test(`${rule} does not mind a placeholder`, async () => {
      const { findings } = await checkFiles({ [file]: write(miss) });
      assert.deepEqual(findings, []);
    });
  }

  test('what only has the form of a secret is none', async () => {
    const ids = ['AGPA', 'AIDA', 'AIPA', 'ANPA', 'ANVA', 'AROA'].map((kind) => kind + random(16, upper));
    const sample = jwt({ sub: '1234567890', name: 'John Doe', iat: 1516239022 });
    const { findings } = await checkFiles({
      'tests/test_all.py': `IDS = "${ids.join(' ')}"\nT = "${sample}"\n`,
    });
    assert.deepEqual(findings, []);
  });

  test('comments of another tool switch nothing off', async () => {
    const { findings } = await checkFiles({
      'notes.txt': `# secretlint-disable\nghp_${random(36)} # secretlint-disable-line\n`,
    });
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['github-token'],
    );
  });

  test('a secret is blanked in the excerpt of every rule', async () => {
    const secret = `ghp_${random(36)}`;
    const { findings } = await checkFiles({ 'a.py': `import os\nos.system("curl -u ${secret} x.io")\n` });
    assert.deepEqual(
      findings.map(({ rule, line, excerpt }) => ({ rule, line, excerpt })),
      ['command-at-import', 'github-token'].map((rule) => ({
        rule,
        line: 2,
        excerpt: 'os.system("curl -u [secret] x.io")',
      })),
    );
  });

  test('a secret at the seam of two windows is found once', async () => {
    for (const before of [65_500, 65_536, 57_340, 57_344]) {
      const { findings } = await checkFiles({ 'long.txt': `${' '.repeat(before)}ghp_${random(36)}` });
      assert.equal(findings.length, 1, String(before));
    }
  });
});
