import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCli } from '../support/open-cli.ts';

suite('the way to the registry', () => {
  /** The code of a command that brings a token, and what was sent. */
  const send = async (
    t: Parameters<typeof openCli>[0],
    url: string,
    env: Record<string, string> = {},
    args: readonly string[] = ['whoami'],
  ) => {
    const cli = await openCli(t, { url });
    const sent: string[] = [];
    const fetch = async (input: unknown): Promise<Response> => {
      sent.push(String(input));
      return Response.json({ error: 'unauthenticated', message: 'No.' }, { status: 401 });
    };
    const { result } = await cli.json(args, {
      env: { PATCHBAY_TOKEN: 'pbp_secret', ...env },
      context: { fetch },
    });
    return { ...result.error, sent: sent.length };
  };
  const far = 'http://registry.example';

  test('a token is sent by https, and by http to this machine', async (t) => {
    const near = [
      'https://registry.example',
      'http://127.0.0.1:1',
      'http://127.9.9.9',
      'http://localhost:1',
      'http://LOCALHOST.',
      'http://a.localhost',
      'http://[::1]:1',
      'http://[::ffff:127.0.0.1]',
    ];
    for (const url of near) {
      const { code, sent } = await send(t, url);
      assert.deepEqual([code, sent], ['unauthenticated', 1], url);
    }
  });

  test('by http, no token leaves the machine', async (t) => {
    const others = [
      far,
      'http://127.0.0.1.example',
      'http://localhost.example',
      'http://notlocalhost',
      'http://10.0.0.1',
      'http://[::2]',
      'http://[::ffff:10.0.0.1]',
    ];
    for (const url of others) {
      const { code, next, sent } = await send(t, url);
      assert.deepEqual([code, sent], ['insecure_registry', 0], url);
      assert.match(next, /https.*PATCHBAY_ALLOW_HTTP=/);
    }
    // Also where the token would only be an addition, and where one would be made.
    assert.equal((await send(t, far, {}, ['search', 'blur'])).code, 'insecure_registry');
    assert.equal((await send(t, far, { PATCHBAY_TOKEN: '' }, ['login'])).code, 'insecure_registry');
  });

  test('without a token, every registry can be read', async (t) => {
    const { sent } = await send(t, far, { PATCHBAY_TOKEN: '' }, ['show', 'blur']);
    assert.ok(sent > 0);
  });

  test('PATCHBAY_ALLOW_HTTP names the hosts for which it is sent', async (t) => {
    const env = { PATCHBAY_ALLOW_HTTP: 'other.example, Registry.example' };
    assert.deepEqual((await send(t, far, env)).sent, 1);
    assert.deepEqual((await send(t, 'http://third.example', env)).sent, 0);
    assert.deepEqual((await send(t, 'http://[fd00::1]:80', { PATCHBAY_ALLOW_HTTP: '[fd00::1]' })).sent, 1);
  });
});
