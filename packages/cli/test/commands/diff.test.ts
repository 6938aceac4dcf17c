import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { appNodeSource, makeProject } from '../support/make-project.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay diff', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, server);
  const changed = appNodeSource.replace('"width": ("INT"', '"size": ("INT"');
  await publishFiles(server, ada, 'tools', '1.0.0', { '__init__.py': appNodeSource });
  await publishFiles(server, ada, 'tools', '1.1.0', { '__init__.py': changed });

  test('--json: what changed in the app-nodes, and whether it is breaking', async () => {
    const { code, result } = await cli.json(['diff', 'tools', '1.0.0', '1.1.0']);
    assert.equal(code, 0, JSON.stringify(result));
    assert.equal(result.data.is_breaking, true);
    assert.deepEqual(
      result.data.app_nodes.map(
        ({
          app_node_name,
          changes,
        }: {
          app_node_name: string;
          changes: { what: string; effect: string }[];
        }) => [app_node_name, changes.map(({ what, effect }) => [what, effect])],
      ),
      [
        [
          'Resize',
          [
            ['input width', 'breaking'],
            ['input size', 'none'],
          ],
        ],
      ],
    );
  });

  test('in a terminal: with the latest version', async () => {
    const { code, stdout } = await cli.inTerminal(['diff', 'tools', '1.0.0']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^tools 1\.0\.0 → 1\.1\.0: breaking\n.*App-nodes\n {2}Resize changed\n {4}input width: - INT breaking/s,
    );
    assert.match((await cli.run(['diff', 'tools', '1.1.0'])).stdout, /no difference/);
  });

  test('with a folder, as it would be published', async () => {
    await makeProject(cli.cwd, {
      nodeId: 'tools',
      publisherId: 'ada',
      version: '1.2.0',
      files: {
        '__init__.py': `${appNodeSource.replace('("INT"', '("FLOAT,INT"')}NODE_CLASS_MAPPINGS["Again"] = Resize\n`,
      },
    });
    const { result } = await cli.json(['diff', 'tools', '1.0.0', './tools']);
    assert.deepEqual(
      [result.data.is_breaking, result.data.app_nodes.map(({ kind }: { kind: string }) => kind)],
      [false, ['added', 'changed']],
    );
    const other = await cli.json(['diff', 'others', '1.0.0', './tools']);
    assert.equal(other.result.error.code, 'node_not_found');
  });

  test('4: no such node, no such version', async () => {
    const node = await cli.json(['diff', 'nothing', '1.0.0']);
    assert.deepEqual([node.code, node.result.error.code], [4, 'node_not_found']);
    const version = await cli.json(['diff', 'tools', '1.0.0', '9.9.9']);
    assert.deepEqual([version.code, version.result.error.code], [4, 'version_not_found']);
  });
});
