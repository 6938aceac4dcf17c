import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay trust list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('in a terminal: how to add a rule, or a line for each', async () => {
    assert.match((await cli.inTerminal(['trust', 'list'])).stdout, /trust add/);
    await cli.json(['trust', 'add', 'octo-org/octo-repo', '--node', 'pack']);
    const { stdout } = await cli.inTerminal(['trust', 'list']);
    assert.match(
      stdout,
      /octo-org\/octo-repo +publish\.yml +any environment +pack \(does not exist yet\) +never used/,
    );
  });

  test('--json: the rules', async () => {
    const { code, result } = await cli.json(['trust', 'list', '--publisher', 'ada']);
    assert.deepEqual([code, result.data.trusted_publishers.length], [0, 1]);
  });
});
