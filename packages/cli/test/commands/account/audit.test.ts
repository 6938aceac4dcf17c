import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay account audit', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: the events, as many as asked for', async () => {
    const { code, result } = await cli.json(['account', 'audit']);
    const events = result.data.events.map(({ event }: { event: string }) => event);
    assert.deepEqual([code, events.toSorted()], [0, ['sign-in', 'user.created']]);
    assert.equal((await cli.json(['account', 'audit', '--limit', '1'])).result.data.events.length, 1);
  });

  test('in a terminal: a line for each, with the network', async () => {
    const { stdout } = await cli.inTerminal(['account', 'audit']);
    assert.match(stdout, /sign-in +by you +10\.0\.\d+\.0\/24/);
  });

  test('3: a token, which is nobody', async (t) => {
    const token = await openCli(t, { url: server.url, token: ada.token });
    assert.equal((await token.json(['account', 'audit'])).code, 3);
  });
});
