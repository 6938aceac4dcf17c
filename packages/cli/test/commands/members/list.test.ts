import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay members list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: the members', async () => {
    const { code, result } = await cli.json(['members', 'list']);
    assert.equal(code, 0);
    assert.deepEqual(
      result.data.members.map(({ role }: { role: string }) => role),
      ['owner'],
    );
  });

  test('in a terminal: a line for each', async () => {
    const { stdout } = await cli.inTerminal(['members', 'list', '--publisher', 'ada']);
    assert.match(stdout, /owner +owner-of-ada +owner-of-ada@example\.org\n$/);
  });

  test('3: a stranger', async (t) => {
    const { bearer } = await server.user('stranger');
    const stranger = await openCli(t, { url: server.url, token: bearer });
    assert.equal((await stranger.json(['members', 'list', '--publisher', 'ada'])).code, 3);
  });
});
