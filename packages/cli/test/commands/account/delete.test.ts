import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay account delete', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const as = async (name: string) => {
    const { bearer } = await server.user(name);
    return openCli({ after }, { url: server.url, token: bearer });
  };

  test('--json: needs --yes, and ends the account', async () => {
    const grace = await as('grace');
    assert.equal((await grace.json(['account', 'delete'])).code, 2);
    const { code, result } = await grace.json(['account', 'delete', '--yes']);
    assert.deepEqual([code, result.data.email], [0, 'grace@example.org']);
    assert.equal((await (await server.user('grace')).get('/users')).status, 401);
  });

  test('in a terminal: asks first', async () => {
    const joan = await as('joan');
    const question = 'Delete the account joan@example.org for good?';
    const kept = await joan.inTerminal(['account', 'delete'], { answers: [[question, false]] });
    assert.equal(kept.code, 130);
    const { code, stdout } = await joan.inTerminal(['account', 'delete'], { answers: [[question, true]] });
    assert.deepEqual([code, stdout], [0, 'The account joan@example.org is deleted.\n']);
  });

  test('5: the last owner of a publisher, which is named', async (t) => {
    const cli = await openCli(t, { url: server.url, token: ada.owner.bearer });
    const { code, result } = await cli.json(['account', 'delete', '--yes']);
    assert.equal(code, 5);
    assert.match(result.error.message, /last owner of "ada"/);
  });
});
