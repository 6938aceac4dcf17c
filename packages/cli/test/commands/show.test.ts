import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
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
