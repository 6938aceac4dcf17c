import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook add', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const url = 'https://hooks.example.org/patchbay';

  test('--json: the webhook with its secret, of some events or all', async () => {
    const flags = ['--event', 'node.created,version.checked', '--description', 'ci'];
    const { code, result } = await cli.json(['webhook', 'add', url, ...flags]);
    assert.equal(code, 0);
    assert.deepEqual(
      [result.data.url, result.data.events, result.data.publisher_id],
      [url, ['node.created', 'version.checked'], 'ada'],
    );
    assert.match(result.data.secret, /^whsec_[\w+/]{43}=$/);
  });

  test('in a terminal: shows the secret once', async () => {
    const { code, stdout } = await cli.inTerminal(['webhook', 'add', url]);
    assert.equal(code, 0);
    assert.match(stdout, /Events +all.*only time.*\nwhsec_/s);
  });

  test('a moderator adds one of the whole registry, which nobody else may', async (t) => {
    assert.equal((await cli.json(['webhook', 'add', url, '--moderator'])).code, 3);
    const moderator = await openCli(t, { url: server.url, token: (await server.moderator()).bearer });
    const { code, result } = await moderator.json(['webhook', 'add', url, '--moderator']);
    assert.deepEqual([code, result.data.publisher_id], [0, undefined]);
  });

  test('1: an address that is not on the public internet, and an event of moderators', async () => {
    for (const args of [
      ['http://hooks.example.org'],
      ['https://127.0.0.1/x'],
      [url, '--event', 'user.created'],
    ]) {
      const { code, result } = await cli.json(['webhook', 'add', ...args]);
      assert.deepEqual([code, result.error.code], [1, 'invalid_request'], args.join(' '));
    }
  });
});
