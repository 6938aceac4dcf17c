import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay trust only', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await ada.owner.post('/publishers/ada/nodes', { id: 'pack' });
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: needs --yes', async () => {
    assert.equal((await cli.json(['trust', 'only', 'pack'])).code, 2);
    const { code, result } = await cli.json(['trust', 'only', 'pack', '--yes']);
    assert.deepEqual([code, result.data], [0, { node_id: 'pack', trusted_only: true, is_covered: false }]);
    assert.match(
      (await cli.run(['trust', 'only', 'pack', '--yes'])).stdout,
      /\nNo rule lets a CI do that yet: `patchbay trust add <owner>\/<repository> --workflow <file>` makes one\.\n$/,
    );
  });

  test('in a terminal: asks first, and turns it off again', async () => {
    const { code, stdout } = await cli.inTerminal(['trust', 'only', 'pack', '--off'], {
      answers: [['everybody with a token', true]],
    });
    assert.deepEqual([code, stdout], [0, 'Tokens can publish pack again.\n']);
  });
});
