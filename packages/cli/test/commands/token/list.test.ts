import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay token list', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json: the tokens, masked', async () => {
    const { code, stdout, result } = await cli.json(['token', 'list']);
    assert.equal(code, 0);
    assert.deepEqual(
      result.data.tokens.map(({ name }: { name: string }) => name),
      ['all'],
    );
    assert.ok(!stdout.includes(ada.token));
  });

  test('in a terminal: a line for each, or how to create one', async (t) => {
    const { stdout } = await cli.inTerminal(['token', 'list', '--publisher', 'ada']);
    assert.match(
      stdout,
      /all +pbp_….* publish, edit, delete +all nodes +by owner-of-ada +never expires +never used/,
    );
    const eve = await server.user('eve');
    await eve.post('/publishers', { id: 'lovelace' });
    const other = await openCli(t, { url: server.url, token: eve.bearer });
    const none = await other.inTerminal(['token', 'list']);
    assert.match(none.stdout, /token create/);
  });
});
