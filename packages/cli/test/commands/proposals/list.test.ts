import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTwoModerators } from '../../../../server/test/support/two-moderators.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay proposals list', async () => {
  const { server, second, propose } = await startTwoModerators({ after });
  const cli = await openCli({ after }, { url: server.url, token: second.bearer });

  test('in a terminal: that nothing waits, then a line for each', async () => {
    const { stdout } = await cli.inTerminal(['proposals', 'list']);
    assert.equal(stdout, 'Nothing waits for a second moderator.\n');
    const { email } = await propose();
    assert.match(
      (await cli.inTerminal(['proposals', 'list'])).stdout,
      new RegExp(`make-moderator +${email} +by Moderator +Trusted`),
    );
  });

  test('in a terminal: a page past the last one', async () => {
    const { stdout } = await cli.inTerminal(['proposals', 'list', '--page', '2']);
    assert.equal(stdout, 'Nothing is on page 2: the last one is 1.\n');
  });

  test('--json: the proposals', async () => {
    const { code, result } = await cli.json(['proposals', 'list']);
    assert.deepEqual([code, result.data.total], [0, 1]);
  });
});
