import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay show', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const version of ['1.0.0', '1.1.0']) await publishActive(server, ada, 'image-tools', version);
  await ada.owner.put('/publishers/ada/nodes/image-tools', {
    description: 'Blurs.\u001b[2J',
    license: '{"text": "MIT License\\n\\nCopyright"}',
    supported_app_version: '>=1.2',
  });
  await server.anonymous.get('/nodes/image-tools/install');
  await server.server.context.downloads.flush();
  const cli = await openCli({ after }, server);

  test('--json: the node with its latest version', async () => {
    const { code, result } = await cli.json(['show', 'image-tools']);
    assert.equal(code, 0);
    assert.deepEqual([result.data.node.id, result.data.version.version], ['image-tools', '1.1.0']);
  });

  test('how many app-nodes it has, and the first of them', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Node ${String.fromCharCode(97 + index)}`);
    const source = `class A: pass\nNODE_CLASS_MAPPINGS = {${names.map((name) => `"${name}": A`).join(', ')}}\n`;
    await publishFiles(server, ada, 'many-tools', '1.0.0', { '__init__.py': source });
    const { result } = await cli.json(['show', 'many-tools']);
    assert.deepEqual(result.data.app_nodes, { total: 12, names: names.slice(0, 10) });
    const { stdout } = await cli.run(['show', 'many-tools@1.0.0']);
    assert.match(stdout, /^App-nodes +12: Node a, .*, Node j and 2 more$/m);
  });

  test('the license that the text of its file is, which the package does not contradict', async (t) => {
    const owner = await openCli(t, { url: server.url, token: ada.token });
    const LICENSE =
      'MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in it.\n';
    const toml = '[project]\nname = "licensed"\nversion = "1.0.0"\nlicense = { file = "./LICENSE" }\n';
    const files = { 'pyproject.toml': toml, LICENSE };
    const folder = await makeProject(owner.cwd, { nodeId: 'licensed', publisherId: 'ada', files });
    const { code, result } = await owner.json(['publish', folder, '--publisher', 'ada']);
    assert.deepEqual([code, result.data.findings, result.data.node_version.notices], [0, [], undefined]);
    assert.match((await cli.run(['show', 'licensed'])).stdout, /^License +MIT$/m);
  });

  test('--json: the version asked for', async () => {
    const { result } = await cli.json(['show', 'image-tools@1.0.0']);
    assert.equal(result.data.version.version, '1.0.0');
  });

  test('in a terminal: nothing that a publisher wrote can change the screen', async () => {
    const { code, stdout } = await cli.inTerminal(['show', 'image-tools']);
    assert.equal(code, 0);
    assert.match(stdout, /^image-tools {2}1\.1\.0/);
    assert.match(stdout, /Blurs\./);
    assert.match(stdout, /Downloads +1, 1 in the last 30 days/);
    assert.match(stdout, /Supported \w+ version +>=1\.2/);
    assert.match(stdout, /^License +MIT License$/m);
    assert.match(stdout, /^App-nodes +none$/m);
    assert.match(stdout, /^Package +\d+ bytes$/m);
    assert.match(stdout, new RegExp(`^Page +${server.url}/n/image-tools$`, 'm'));
    assert.match(stdout, /^Install +patchbay install image-tools$/m);
    assert.ok(!stdout.includes('\u001b'));
  });

  test('4: no such node, no such version', async () => {
    const node = await cli.json(['show', 'nothing']);
    assert.deepEqual([node.code, node.result.error.code], [4, 'node_not_found']);
    const version = await cli.run(['show', 'image-tools@9.9.9']);
    assert.equal(version.code, 4);
    assert.match(version.stderr, /patchbay versions/);
  });

  test('4: ids that are called nearly so, if the registry finds them in one request', async () => {
    let searches = 0;
    const answering = (answer: (address: string, init?: RequestInit) => Promise<Response>) => ({
      context: {
        fetch: async (input: unknown, init?: RequestInit) => {
          if (!String(input).includes('/nodes/search')) return fetch(String(input), init);
          searches += 1;
          return answer(String(input), init);
        },
      },
    });
    for (const args of [
      ['show', 'image-tols'],
      ['show', 'imagetools@1.0.0'],
      ['versions', 'image-tols'],
      ['install', 'image-tols'],
      ['diff', 'image-tols', '1.0.0'],
    ]) {
      searches = 0;
      const { code, result } = await cli.json(args, answering(fetch));
      assert.deepEqual([code, result.error.code, searches], [4, 'node_not_found', 1], args.join(' '));
      assert.match(result.error.next, /^Did you mean image-tools\? Run `patchbay search/, args.join(' '));
    }
    const usual = 'Run `patchbay search <words>` to find nodes.';
    for (const answer of [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('<h1>Busy</h1>', { status: 503 }),
      async () => new Response('{"nodes": 1}', { headers: { 'content-type': 'application/json' } }),
    ]) {
      searches = 0;
      const { code, result } = await cli.json(['show', 'image-tols'], answering(answer));
      assert.deepEqual([code, result.error.next, searches], [4, usual, 1]);
    }
  });

  test('4: a deleted node, of which its owner alone is told', async (t) => {
    const { status } = await ada.owner.post('/publishers/ada/nodes', { id: 'gone-tools' });
    assert.equal(status, 201);
    await ada.owner.delete('/publishers/ada/nodes/gone-tools');
    for (const token of [ada.token, ada.owner.bearer]) {
      const owner = await openCli(t, { url: server.url, token });
      for (const args of [
        ['show', 'gone-tools'],
        ['versions', 'gone-tools'],
      ]) {
        const { code, stderr } = await owner.run(args);
        assert.equal(code, 4);
        assert.match(
          stderr,
          /^Error: The node "gone-tools" is deleted\..*\nRun `patchbay restore gone-tools` to restore it\.\n/,
        );
      }
    }
    assert.match((await cli.run(['show', 'gone-tools'])).stderr, /^Error: There is no node "gone-tools"/);
  });

  test('2: no node is named', async () => {
    for (const args of [
      ['show'],
      ['show', '@1.0.0'],
      ['show', '..'],
      ['show', 'a@.'],
      ['show', 'a', 'b'],
      ['show', 'a', '--nonsense'],
    ]) {
      const { code, result } = await cli.json(args);
      assert.deepEqual([code, result.error.code], [2, 'usage'], args.join(' '));
    }
  });
});
