import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay invitations list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { bearer } = await server.user('grace');
  const cli = await openCli({ after }, { url: server.url, token: bearer });
  const invite = async (): Promise<string> =>
    (await ada.owner.post('/publishers/ada/members', { email: 'grace@example.org', role: 'owner' })).json.id;

  test('--json: those to the caller, and those that a publisher sent', async (t) => {
    const id = await invite();
    const idsOf = ({ result }: Awaited<ReturnType<typeof cli.json>>): string[] =>
      result.data.invitations.map((one: { id: string }) => one.id);
    assert.deepEqual(idsOf(await cli.json(['invitations', 'list'])), [id]);
    const owner = await openCli(t, { url: server.url, token: ada.owner.bearer });
    assert.deepEqual(idsOf(await owner.json(['invitations', 'list', '--sent'])), [id]);
    assert.deepEqual(idsOf(await owner.json(['invitations', 'list', '--publisher', 'ada'])), [id]);
    assert.deepEqual(idsOf(await owner.json(['invitations', 'list'])), []);
  });

  test('in a terminal: a line for each, or that there is none', async () => {
    const id = await invite();
    const { stdout } = await cli.inTerminal(['invitations', 'list']);
    assert.match(stdout, /^\S+ +ada +grace@example\.org +owner +until 20/);
    const past = await cli.inTerminal(['invitations', 'list', '--page', '2']);
    assert.equal(past.stdout, 'Nothing is on page 2: the last one is 1.\n');
    await cli.json(['invitations', 'decline', id]);
    const { stdout: none } = await cli.inTerminal(['invitations', 'list']);
    assert.equal(none, 'There is no open invitation.\n');
  });

  test('3: those that a publisher sent, to a stranger', async () => {
    assert.equal((await cli.json(['invitations', 'list', '--publisher', 'ada'])).code, 3);
  });
});
