import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { currentVariant, suite } from '../../../server/test/support/variants.ts';
import { limits } from '@patchbay/contract';
import { bounds } from '../../src/install/bounds.ts';
import { openCli } from '../support/open-cli.ts';

const neverCalled = (): never => assert.fail('the registry was asked');

suite('patchbay resolve', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const provide = async (node: string, version: string, names: readonly string[]) => {
    await publishActive(server, ada, node, version);
    const body = { app_nodes: names.map((app_node_name) => ({ app_node_name })) };
    const reply = await moderator.put(`/admin/nodes/${node}/versions/${version}/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
  };
  const provided = { blurs: ['Blur', 'Sharpen'], 'more-blurs': ['Blur'], masks: ['Mask //x'] };
  for (const [node, names] of Object.entries(provided)) await provide(node, '1.0.0', names);
  const [builtIn = 'Blur'] = currentVariant().profile.builtInAppNodes;
  const isListed = currentVariant().profile.builtInAppNodes.length > 0;
  const cli = await openCli({ after }, server);
  let files = 0;
  const write = async (workflow: unknown): Promise<string> => {
    const name = `workflow-${(files += 1)}.json`;
    await writeFile(join(cli.cwd, name), typeof workflow === 'string' ? workflow : JSON.stringify(workflow));
    return name;
  };
  const prompt = (...names: string[]) =>
    Object.fromEntries(names.map((class_type, index) => [index, { class_type, inputs: {} }]));

  test("--json: the nodes of a prompt, the host's own and the unknown ones", async () => {
    const file = await write(prompt('Blur', 'Mask //x', 'Sharpen', builtIn, 'Nobody', 'x'.repeat(600)));
    const { code, result } = await cli.json(['resolve', file]);
    assert.equal(code, 1, 'some are unknown');
    assert.deepEqual(result.data, {
      nodes: [
        {
          node: 'blurs',
          version: '1.0.0',
          version_reason: 'latest',
          app_nodes: [
            { name: 'Blur', reason: 'first', candidates: ['more-blurs'] },
            { name: 'Sharpen', reason: 'only', candidates: [] },
          ],
        },
        {
          node: 'masks',
          version: '1.0.0',
          version_reason: 'latest',
          app_nodes: [{ name: 'Mask //x', reason: 'only', candidates: [] }],
        },
      ],
      built_in: builtIn === 'Blur' ? [] : [builtIn],
      unknown: ['Nobody', 'x'.repeat(600)],
      missing: [],
      may_use_host: !isListed,
    });
    const { stdout } = await cli.inTerminal(['resolve', file]);
    assert.equal(/has no list of the app-nodes that come with the host/.test(stdout), !isListed);
  });

  test('in a terminal: the graph of the editor, which may name the node', async () => {
    const file = await write({
      nodes: [
        { type: 'Blur', properties: { cnr_id: 'More-Blurs' } },
        { type: 'HostOnly', properties: { cnr_id: 'comfy-core' } },
      ],
    });
    const { code, stdout } = await cli.inTerminal(['resolve', file]);
    assert.deepEqual(
      [code, stdout],
      [0, 'more-blurs  1.0.0  Blur (or blurs)\nOf the host: HostOnly\nAdd --install to install them.\n'],
    );
  });

  test('--install: what it needs; what is installed stays as it is', async () => {
    await provide('grains', '1.0.0', ['Grain //x']);
    await cli.json(['install', 'grains@^1', '--into', 'nodes']);
    await provide('grains', '1.1.0', ['Grain //x']);
    const file = await write(prompt('Sharpen', 'Grain //x'));
    const { code, result } = await cli.json(['resolve', file, '--install', '--into', 'nodes']);
    assert.equal(code, 0);
    assert.deepEqual(result.data.installed, [
      { node: 'blurs', version: '1.0.0', status: 'installed' },
      { node: 'grains', version: '1.0.0', status: 'unchanged' },
    ]);
    assert.deepEqual((await readdir(join(cli.cwd, 'nodes'))).sort(), [
      '.patchbay.disabled',
      'blurs',
      'grains',
      'patchbay.lock',
    ]);
    const there = await cli.json(['resolve', file, '--into', 'nodes']);
    assert.deepEqual(
      there.result.data.nodes.map(
        ({ installed_version }: { installed_version?: string }) => installed_version,
      ),
      ['1.0.0', '1.0.0'],
    );
    const { stdout } = await cli.inTerminal(['resolve', file, '--into', 'nodes']);
    assert.match(stdout, /\nAll of them are installed\.\n$/);
  });

  test('thousands of names, and nothing of the file but these', async () => {
    const names = Array.from({ length: 2_500 }, (_, index) => `None-${index}`);
    const sent: string[] = [];
    const reading: typeof fetch = (input, init) => {
      if (typeof init?.body === 'string') sent.push(init.body);
      return fetch(input, init);
    };
    const file = await write({
      ...prompt('Sharpen', ...names),
      x: { class_type: 'X', inputs: { text: 'private' } },
    });
    const { result } = await cli.json(['resolve', file], { context: { fetch: reading } });
    assert.equal(result.data.unknown.length, 2_501);
    assert.deepEqual([sent.length, sent[0]?.includes('private')], [1, false]);
  });

  test('--install: the version that the file names; what is missing is said', async () => {
    await provide('waves', '1.0.0', ['Wave //x']);
    await provide('waves', '2.0.0', ['Wave //x']);
    const node = (type: string, cnr_id: string, ver: string) => ({ type, properties: { cnr_id, ver } });
    const file = await write({
      nodes: [node('Wave //x', 'waves', '1.0.0'), node('Far', 'far-away', '3.0.0')],
    });
    const { result } = await cli.json(['resolve', file, '--install', '--into', 'named']);
    const { nodes, missing, installed } = result.data;
    assert.deepEqual(
      [nodes[0].version, nodes[0].version_reason, nodes[0].named_version],
      ['1.0.0', 'named', '1.0.0'],
    );
    assert.deepEqual(missing, [{ id: 'far-away', version: '3.0.0', app_nodes: ['Far'] }]);
    assert.deepEqual(installed, [{ node: 'waves', version: '1.0.0', status: 'installed' }]);
    const { stdout } = await cli.inTerminal(['resolve', file]);
    assert.match(stdout, /^Named by the file, but not in this registry: far-away@3\.0\.0$/m);
  });

  test('1: what is no workflow, is too large or names too much', async () => {
    const faults = ['', '[]', '{}', '"Blur"', '{"nodes":', '['.repeat(100_000), '{"a":{"class_type":1}}'];
    faults.push(' '.repeat(bounds.workflowBytesMax + 1));
    const files = await Promise.all(faults.map(write));
    for (const [index, file] of [...files, 'nowhere.json', '.', '/dev/zero'].entries()) {
      const { code, result } = await cli.json(['resolve', file]);
      const { code: error, next } = result.error;
      assert.deepEqual([code, error], [1, 'invalid_workflow'], faults[index]?.slice(0, 40) ?? file);
      assert.match(next, /^(?:Save|Name|Remove) /);
    }
  });

  test('1: more lists and objects than fit into memory, nested or not', async () => {
    const parts = bounds.workflowPartsMax + 1;
    for (const text of ['['.repeat(parts) + ']'.repeat(parts), `[${'{},'.repeat(parts)}0]`]) {
      const { code, result } = await cli.json(['resolve', await write(text)]);
      assert.deepEqual([code, result.error.code], [1, 'invalid_workflow']);
      assert.match(`${result.error.message} ${result.error.next}`, /2000000 lists and objects\. Remove /);
    }
  });

  test('1: 100,000 names are too many, and nothing is asked', async () => {
    const file = await write(prompt(...Array.from({ length: 100_000 }, (_, index) => `None-${index}`)));
    const { code, result } = await cli.json(['resolve', file], { context: { fetch: neverCalled } });
    assert.deepEqual([code, result.error.code], [1, 'invalid_workflow']);
    assert.ok(result.error.message.includes(`over ${limits.workflowNamesMax} app-nodes`));
    assert.match(result.error.next, /^Split it/);
  });

  test('names of a megabyte are unknown, and people see their beginning', async () => {
    const names = Array.from({ length: 2 }, (_, index) => `${index}`.padStart(1024 ** 2, 'x'));
    names.push(...Array.from({ length: 200 }, (_, index) => `None-${index}`));
    const nodes = JSON.stringify(names.map((type) => ({ type })));
    const deep = 100_000;
    const file = await write(`{"nodes":${nodes},"extra":${'['.repeat(deep)}${']'.repeat(deep)}}`);
    const { result } = await cli.json(['resolve', file]);
    assert.equal(result.data.unknown.length, 202);
    const { stdout } = await cli.inTerminal(['resolve', file]);
    assert.match(stdout, /^Unknown: x{100}…, .*None-97, and 102 more, which --json shows\n/);
  });
});
