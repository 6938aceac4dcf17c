import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay publisher list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await makePublisher(server, 'grace');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: those of the caller', async () => {
    const { code, result } = await cli.json(['publisher', 'list']);
    assert.equal(code, 0);
    assert.deepEqual(
      result.data.publishers.map(({ id }: { id: string }) => id),
      ['ada'],
    );
  });

  test('in a terminal: a line for each, or how to create one', async (t) => {
    const { stdout } = await cli.inTerminal(['publisher', 'list']);
    assert.match(stdout, /^ada +Active +Publisher ada\n$/);
    const { bearer } = await server.user('mary');
    const none = await openCli(t, { url: server.url, token: bearer });
    assert.match((await none.inTerminal(['publisher', 'list'])).stdout, /publisher create/);
  });

  test('3: a personal access token has no publishers', async (t) => {
    const robot = await openCli(t, { url: server.url, token: ada.token });
    const { code, result } = await robot.json(['publisher', 'list']);
    assert.deepEqual([code, result.error.code], [3, 'forbidden']);
  });
});
