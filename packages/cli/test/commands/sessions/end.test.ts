import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { password, startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay sessions end', async () => {
  const server = await startServer({ after });
  const { bearer } = await server.user('ada');
  const cli = await openCli({ after }, { url: server.url, token: bearer });
  const signIn = async (): Promise<void> => {
    const body = { email: 'ada@example.org', password };
    assert.equal((await server.anonymous.post('/auth/sign-in/email', body)).status, 200);
  };
  const others = async (): Promise<string[]> => {
    const { result } = await cli.json(['sessions', 'list']);
    return result.data.sessions
      .filter(({ current }: { current: boolean }) => !current)
      .map(({ id }: { id: string }) => id);
  };

  test('--json: one by its id', async () => {
    await signIn();
    const [id = ''] = await others();
    const { code, result } = await cli.json(['sessions', 'end', id, '--yes']);
    assert.deepEqual([code, result.data], [0, { id }]);
    assert.deepEqual(await others(), []);
    const again = await cli.json(['sessions', 'end', id, '--yes']);
    assert.deepEqual([again.code, again.result.error.code], [4, 'not_found']);
  });

  test('in a terminal: all others', async () => {
    await signIn();
    await signIn();
    const { code, stdout } = await cli.inTerminal(['sessions', 'end', '--others', '--yes']);
    assert.deepEqual([code, stdout], [0, 'All other sessions are over.\n']);
    assert.deepEqual(await others(), []);
  });

  test('neither or both are refused', async () => {
    for (const args of [[], ['a', '--others']]) {
      assert.equal((await cli.json(['sessions', 'end', ...args, '--yes'])).code, 2);
    }
  });
});
