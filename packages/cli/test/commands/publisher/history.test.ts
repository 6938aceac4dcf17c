import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay publisher history', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (let count = 0; count < 60; count += 1) {
    await ada.owner.put('/publishers/ada', { description: `Number ${count}` });
  }
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: the newest first, over as many pages as it takes', async () => {
    const { code, result } = await cli.json(['publisher', 'history', '--limit', '1000']);
    assert.equal(code, 0);
    const actions = result.data.changes.map(({ action }: { action: string }) => action);
    assert.equal(actions.length, 62);
    assert.deepEqual(
      [actions[0], actions.at(-2), actions.at(-1)],
      ['publisher.updated', 'token.created', 'publisher.created'],
    );
    const few = await cli.json(['publisher', 'history', '--limit', '3']);
    assert.equal(few.result.data.changes.length, 3);
  });

  test('in a terminal: a line for each, with who did it', async () => {
    const { stdout } = await cli.inTerminal(['publisher', 'history', '--publisher', 'ada', '--limit', '1']);
    assert.match(stdout, /publisher\.updated +publisher:ada +by owner-of-ada\n$/);
  });

  test('3: a stranger', async (t) => {
    const { bearer } = await server.user('stranger');
    const stranger = await openCli(t, { url: server.url, token: bearer });
    assert.equal((await stranger.json(['publisher', 'history', '--publisher', 'ada'])).code, 3);
  });
});
