import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay token revoke', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const create = async (): Promise<{ id: string; token: string }> =>
    (await cli.json(['token', 'create', '--name', 'old'])).result.data;
  const isValid = async (token: string): Promise<boolean> =>
    (await cli.json(['whoami'], { env: { PATCHBAY_TOKEN: token } })).code === 0;

  test('--json: needs --yes, and ends the token at once', async () => {
    const { id, token } = await create();
    const unconfirmed = await cli.json(['token', 'revoke', id]);
    assert.deepEqual([unconfirmed.code, unconfirmed.result.error.code], [2, 'missing_answer']);
    assert.equal(await isValid(token), true);
    const { code, result } = await cli.json(['token', 'revoke', id, '--yes']);
    assert.deepEqual([code, result.data], [0, { id, publisher_id: 'ada' }]);
    assert.equal(await isValid(token), false);
  });

  test('in a terminal: asks first', async () => {
    const { id, token } = await create();
    const no = await cli.inTerminal(['token', 'revoke', id], { answers: [['cannot be undone', false]] });
    assert.equal(no.code, 130);
    assert.equal(await isValid(token), true);
    const yes = await cli.inTerminal(['token', 'revoke', id], { answers: [['cannot be undone', true]] });
    assert.deepEqual([yes.code, yes.stdout], [0, `Revoked ${id}.\n`]);
    assert.equal(await isValid(token), false);
  });

  test('4: no such token', async () => {
    const { code, result } = await cli.json(['token', 'revoke', 'nothing', '--yes']);
    assert.equal(code, 4);
    assert.equal(
      result.error.message,
      'There is no such token. `patchbay token list` lists the tokens with their ids.',
    );
  });
});
