import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMember, makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay members remove', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const add = async (name: string): Promise<string> => (await addMember(ada, await server.user(name))).id;

  test('--json: needs --yes; by address or by id', async () => {
    const id = await add('grace');
    assert.equal((await cli.json(['members', 'remove', 'grace@example.org'])).code, 2);
    const { code, result } = await cli.json(['members', 'remove', 'grace@example.org', '--yes']);
    assert.deepEqual([code, result.data.id], [0, id]);
    const again = await add('mary');
    assert.equal((await cli.json(['members', 'remove', again, '--yes'])).code, 0);
  });

  test('in a terminal: asks first', async () => {
    await add('joan');
    const args = ['members', 'remove', 'joan@example.org'];
    assert.equal((await cli.inTerminal(args, { answers: [['Remove joan from ada?', false]] })).code, 130);
    const { code, stdout } = await cli.inTerminal(args, { answers: [['Remove joan from ada?', true]] });
    assert.deepEqual([code, stdout], [0, 'joan is no member any more.\n']);
  });

  test('4, 5: no such member; the last owner stays', async () => {
    assert.equal((await cli.json(['members', 'remove', 'nobody@example.org', '--yes'])).code, 4);
    const last = await cli.json(['members', 'remove', 'owner-of-ada@example.org', '--yes']);
    assert.deepEqual([last.code, last.result.error.code], [5, 'illegal_transition']);
  });
});
