import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePublisher, publishFiles } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'one', '1.0.0', { '__init__.py': '' });
  await publishFiles(server, ada, 'two', '1.0.0', { '__init__.py': '' });
  const cli = await openCli({ after }, server);
  const here = ['--into', 'nodes', '--offline'];
  await cli.json(['install', 'one', 'two@^1', '--into', 'nodes']);

  test('what patchbay installed, and what it did not, without a registry', async () => {
    for (const name of ['by-hand', '.cache', 'off.disabled']) await mkdir(join(cli.cwd, 'nodes', name));
    const { code, result } = await cli.json(['list', ...here]);
    assert.equal(code, 0, JSON.stringify(result));
    assert.deepEqual(
      result.data.nodes.map((one: { node: string; requested?: string }) => [one.node, one.requested]),
      [
        ['one', undefined],
        ['two', '^1'],
      ],
    );
    assert.deepEqual(result.data.others, ['by-hand']);
    const { stdout } = await cli.inTerminal(['list', ...here]);
    assert.match(
      stdout,
      /^one {2}1\.0\.0 .*\ntwo {2}1\.0\.0 {2}\^1 .*\nNot installed by patchbay: by-hand\n$/,
    );
    assert.match((await cli.run(['list', '--offline'])).stdout, /Nothing in .* was installed by patchbay\./);
  });

  test('a folder that is gone is named', async () => {
    await rm(join(cli.cwd, 'nodes', 'one'), { recursive: true });
    assert.match((await cli.run(['list', ...here])).stdout, /^one .*its folder is missing$/m);
  });
});
