import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay logout', async () => {
  const server = await startServer({ after });
  const { url } = server;

  test('--json: the session ends, here and at the registry', async (t) => {
    const { bearer } = await server.user('ada');
    const cli = await openCli(t, { url });
    await cli.run(['login', '--token-stdin'], { stdin: String(bearer) });
    const { code, result } = await cli.json(['logout']);
    assert.deepEqual([code, result.data], [0, { registry: url, session: 'ended' }]);
    assert.equal((await cli.json(['whoami'])).result.error.code, 'not_signed_in');
    assert.equal((await (await server.user('ada')).get('/users')).status, 401);
  });

  test('in a terminal: a personal access token stays valid, which is said', async (t) => {
    const { token } = await makePublisher(server, 'grace');
    const cli = await openCli(t, { url });
    await cli.run(['login', '--token-stdin'], { stdin: token });
    const { code, stdout } = await cli.inTerminal(['logout']);
    assert.equal(code, 0);
    assert.match(stdout, /stays valid/);
    assert.equal((await cli.json(['whoami'], { env: { PATCHBAY_TOKEN: token } })).code, 0);
  });

  test('it is removed here even if the registry does not respond', async (t) => {
    const { bearer } = await server.user('mary');
    const cli = await openCli(t, { url });
    await cli.run(['login', '--token-stdin'], { stdin: String(bearer) });
    const away: typeof fetch = async () => {
      throw new TypeError('away');
    };
    const { result } = await cli.json(['logout'], { context: { fetch: away } });
    assert.equal(result.data.session, 'unknown');
    assert.equal((await cli.json(['logout'])).result.data.session, 'none');
  });
});
