import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('in a terminal: how to make one, or a line for each', async () => {
    const none = await cli.inTerminal(['webhook', 'list']);
    assert.match(none.stdout, /webhook add/);
    const { result } = await cli.json(['webhook', 'add', 'https://hooks.example.org/x']);
    await cli.json(['webhook', 'update', result.data.id, '--enabled', 'off']);
    const { stdout } = await cli.inTerminal(['webhook', 'list']);
    assert.match(stdout, /https:\/\/hooks\.example\.org\/x +all events +off: It was turned off\./);
  });

  test('--json: the webhooks without their secrets', async (t) => {
    const { code, result } = await cli.json(['webhook', 'list', '--publisher', 'ada']);
    assert.deepEqual([code, result.data.webhooks.length, result.data.webhooks[0].secret], [0, 1, undefined]);
    const moderator = await openCli(t, { url: server.url, token: (await server.moderator()).bearer });
    const ofAll = await moderator.json(['webhook', 'list', '--moderator']);
    assert.deepEqual(ofAll.result.data, { webhooks: [] });
  });
});
