import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTwoModerators } from '../../../../server/test/support/two-moderators.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay proposals approve', async () => {
  const { server, first, second, propose } = await startTwoModerators({ after });
  const cli = await openCli({ after }, { url: server.url, token: second.bearer });

  test('--json: the proposal, which is carried out', async () => {
    const { client, proposal } = await propose();
    const { code, result } = await cli.json(['proposals', 'approve', proposal.id]);
    assert.deepEqual([code, result.data.id], [0, proposal.id]);
    assert.equal((await client.get('/admin/users')).status, 200);
  });

  test('in a terminal: says what was done', async () => {
    const { email, proposal } = await propose();
    const { stdout } = await cli.inTerminal(['proposals', 'approve', proposal.id]);
    assert.equal(stdout, `${email}: is a moderator now.\n`);
  });

  test('3: the moderator who asked for it', async (t) => {
    const { proposal } = await propose();
    const own = await openCli(t, { url: server.url, token: first.bearer });
    assert.equal((await own.json(['proposals', 'approve', proposal.id])).code, 3);
  });
});
