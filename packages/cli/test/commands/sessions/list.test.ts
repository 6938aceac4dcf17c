import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { approveLogin } from '../../support/approve-login.ts';
import { startFront } from '../../../../client/test/start-front.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay sessions list', async () => {
  const server = await startServer({ after });

  test('the session of the command line is one of them, under its name', async (t) => {
    await server.user('ada');
    const front = await startFront(t, server.url, [approveLogin(server, 'ada')]);
    const cli = await openCli(t, { url: front.url });
    assert.equal((await cli.run(['login'])).code, 0);
    const { code, result } = await cli.json(['sessions', 'list']);
    assert.equal(code, 0);
    const { sessions } = result.data;
    assert.equal(sessions.length, 2, 'with that of the sign-up');
    const [own] = sessions.filter(({ current }: { current: boolean }) => current);
    assert.match(own.device, /^The command line on /);
    const { stdout } = await cli.inTerminal(['sessions', 'list']);
    assert.match(stdout, new RegExp(`${own.id}  The command line on .* this session`));
  });
});
