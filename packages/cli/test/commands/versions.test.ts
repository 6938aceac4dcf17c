import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles } from '../../../server/test/support/build.ts';
import { nodeSource } from '../../../server/test/support/node-source.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay versions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const version of ['1.0.0', '1.10.0', '1.9.0'])
    await publishActive(server, ada, 'image-tools', version);
  await ada.owner.delete('/publishers/ada/nodes/image-tools/versions/1.9.0');
  const cli = await openCli({ after }, { url: server.url, token: ada.token });
  const list = async (...flags: string[]): Promise<string[]> => {
    const { result } = await cli.json(['versions', 'image-tools', ...flags]);
    return result.data.versions.map(({ version }: { version: string }) => version);
  };

  test('--json: those that can be installed, newest first; with --all every one', async () => {
    assert.deepEqual(await list(), ['1.10.0', '1.0.0']);
    assert.deepEqual(await list('--all'), ['1.10.0', '1.9.0', '1.0.0']);
    assert.deepEqual(await list('--limit', '1', '--page', '2'), ['1.0.0']);
  });

  test('in a terminal: a line for each, with its state', async () => {
    const { code, stdout } = await cli.inTerminal(['versions', 'image-tools', '--all']);
    assert.equal(code, 0);
    assert.match(stdout, /^1\.10\.0 +Active .*\n1\.9\.0 +Deleted .*\n1\.0\.0 +Active .*\n$/);
  });

  test('in a terminal: that a full page may not be the last, and that one is past the last', async () => {
    const page = async (...flags: string[]): Promise<string> =>
      (await cli.inTerminal(['versions', 'image-tools', ...flags])).stdout;
    assert.match(await page('--limit', '1'), /^1\.10\.0 .*\nOlder ones, if any, are on page 2\.\n$/);
    assert.equal(await page('--page', '2'), 'Nothing is on page 2: the last one is before it.\n');
  });

  test('--changes: the app-nodes that each one changed', async () => {
    const width = { width: ['INT', { default: 512 }] };
    for (const [version, source] of [
      ['1.0.0', nodeSource('Resize', width)],
      ['1.1.0', nodeSource('Resize', { ...width, mask: ['MASK'] })],
      ['1.2.0', nodeSource('Crop', width)],
    ] as const) {
      await publishFiles(server, ada, 'changing', version, { '__init__.py': source });
    }
    const { result } = await cli.json(['versions', 'changing', '--changes']);
    assert.deepEqual(result.data.versions[1].changes, {
      compared_with: '1.0.0',
      total: 1,
      app_nodes: [{ app_node_name: 'Resize', kind: 'changed', breaking: true }],
    });
    const { stdout } = await cli.inTerminal(['versions', 'changing', '--changes']);
    assert.match(stdout, /^1\.2\.0 .* \+1 −1 breaking\n1\.1\.0 .* ±1 breaking\n1\.0\.0 .*Z *\n$/);
  });

  test('4: no such node', async () => {
    assert.equal((await cli.json(['versions', 'nothing'])).code, 4);
  });
});
