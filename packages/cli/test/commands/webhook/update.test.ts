import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook update', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: its address, its events, and whether it is on', async () => {
    const { result: made } = await cli.json(['webhook', 'add', 'https://hooks.example.org/x']);
    const flags = ['--url', 'https://hooks.example.org/y', '--event', 'node.created', '--enabled', 'off'];
    const { code, result } = await cli.json(['webhook', 'update', made.data.id, ...flags]);
    const { url, events, enabled } = result.data;
    assert.deepEqual(
      [code, url, events, enabled],
      [0, 'https://hooks.example.org/y', ['node.created'], false],
    );
    const on = await cli.inTerminal(['webhook', 'update', made.data.id, '--enabled', 'on']);
    assert.match(on.stdout, /State +on/);
  });

  test('2, 4: no such state, no such webhook', async () => {
    assert.equal((await cli.json(['webhook', 'update', 'none', '--enabled', 'maybe'])).code, 2);
    assert.equal((await cli.json(['webhook', 'update', 'none', '--enabled', 'on'])).code, 4);
  });
});
