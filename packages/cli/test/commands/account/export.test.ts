import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay account export', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: the account with what belongs to it', async () => {
    const { code, result } = await cli.json(['account', 'export']);
    assert.deepEqual([code, result.data.account.name], [0, 'owner-of-ada']);
    assert.deepEqual([result.data.publishers[0].id, result.data.tokens[0].name], ['ada', 'all']);
  });

  test('in a terminal: the same as JSON', async () => {
    const { stdout } = await cli.inTerminal(['account', 'export']);
    assert.equal(JSON.parse(stdout).account.email, 'owner-of-ada@example.org');
  });

  test('3: a token, which is nobody', async (t) => {
    const token = await openCli(t, { url: server.url, token: ada.token });
    assert.equal((await token.json(['account', 'export'])).code, 3);
  });
});
