import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay publisher show', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { url } = server;

  test('--json: anyone sees it, only members see addresses', async (t) => {
    const anyone = await openCli(t, { url });
    const { code, result } = await anyone.json(['publisher', 'show', 'ada']);
    assert.equal(code, 0);
    assert.equal(result.data.members[0].user.email, undefined);
    const owner = await openCli(t, { url, token: ada.owner.bearer });
    const shown = await owner.json(['publisher', 'show', 'ada']);
    assert.equal(shown.result.data.members[0].user.email, 'owner-of-ada@example.org');
  });

  test('in a terminal: the publisher with its members', async (t) => {
    const cli = await openCli(t, { url });
    const { code, stdout } = await cli.inTerminal(['publisher', 'show', 'ada']);
    assert.equal(code, 0);
    assert.match(stdout, /^ada\n.*Publisher ada.*owner +owner-of-ada\n$/s);
  });

  test('4: no such publisher', async (t) => {
    const cli = await openCli(t, { url });
    assert.equal((await cli.json(['publisher', 'show', 'nothing'])).code, 4);
  });
});
