import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTwoModerators } from '../../../../server/test/support/two-moderators.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay proposals reject', async () => {
  const { server, second, propose } = await startTwoModerators({ after });
  const cli = await openCli({ after }, { url: server.url, token: second.bearer });

  test('--json: the id of what is gone', async () => {
    const { proposal } = await propose();
    const args = ['proposals', 'reject', proposal.id, '--reason', 'Not known.'];
    const { code, result } = await cli.json(args);
    assert.deepEqual([code, result.data.id], [0, proposal.id]);
    assert.equal((await cli.json(args)).code, 4);
  });

  test('in a terminal: says so; 2 without a reason', async () => {
    const { proposal } = await propose();
    assert.equal((await cli.json(['proposals', 'reject', proposal.id])).code, 2);
    const { stdout } = await cli.inTerminal(['proposals', 'reject', proposal.id, '--reason', 'Not known.']);
    assert.equal(stdout, 'The proposal is gone.\n');
  });
});
