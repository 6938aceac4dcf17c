import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay trust remove', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const add = async (): Promise<string> =>
    (await cli.json(['trust', 'add', 'octo-org/octo-repo'])).result.data.id;

  test('--json: needs --yes', async () => {
    const id = await add();
    assert.equal((await cli.json(['trust', 'remove', id])).code, 2);
    const { code, result } = await cli.json(['trust', 'remove', id, '--yes']);
    assert.deepEqual([code, result.data], [0, { id, publisher_id: 'ada' }]);
    assert.equal((await cli.json(['trust', 'remove', id, '--yes'])).code, 4);
  });

  test('in a terminal: asks first', async () => {
    const id = await add();
    const { code, stdout } = await cli.inTerminal(['trust', 'remove', id], {
      answers: [['can publish no longer', true]],
    });
    assert.deepEqual([code, stdout], [0, `Deleted ${id}.\n`]);
  });
});
