import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay whoami', async () => {
  const server = await startServer({ after }, { EMAIL_VERIFICATION: 'required' });
  const { url } = server;
  const { bearer } = await server.user('ada');

  test('--json: the account', async (t) => {
    const cli = await openCli(t, { url, token: bearer });
    const { code, result } = await cli.json(['whoami']);
    assert.equal(code, 0);
    const { user, ...rest } = result.data;
    assert.deepEqual(rest, { registry: url, source: 'environment' });
    assert.equal(user.email, 'ada@example.org');
  });

  test('in a terminal: the account', async (t) => {
    const cli = await openCli(t, { url, token: bearer });
    const { code, stdout } = await cli.inTerminal(['whoami']);
    assert.equal(code, 0);
    assert.match(stdout, /ada <ada@example\.org>/);
    assert.ok(!stdout.includes(String(bearer)));
  });

  test('2: a token that was copied with a character that nobody sees', async (t) => {
    const cli = await openCli(t, { url, token: `${bearer}\u200b` });
    const { code, result } = await cli.json(['whoami']);
    assert.deepEqual([code, result.error.message], [2, 'PATCHBAY_TOKEN is no token.']);
  });

  test('in a terminal: an address that must be verified, and where', async (t) => {
    const bob = await server.user('bob');
    await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
      db.updateTable('user').set({ emailVerified: 0 }).where('email', '=', 'bob@example.org').execute(),
    );
    const cli = await openCli(t, { url, token: bob.bearer });
    const { stdout } = await cli.inTerminal(['whoami']);
    assert.ok(stdout.includes(`not verified; request a message with its link at ${url}/account`), stdout);
    const { result } = await cli.json(['whoami']);
    assert.equal(result.data.user.isEmailVerified, false);
  });

  test('a personal access token: its publisher, rights, maker and end', async (t) => {
    const { token: never, owner } = await makePublisher(server, 'grace');
    const terms = { name: 'ci', actions: ['publish', 'edit'], nodes: ['blur', 'mask'] };
    const made = (await owner.post('/publishers/grace/tokens', terms)).json;
    const cli = await openCli(t, { url, token: made.token });
    const { code, stdout, result } = await cli.json(['whoami']);
    assert.equal(code, 0);
    const { token, ...rest } = result.data;
    assert.deepEqual(rest, { registry: url, source: 'environment' });
    const { publisher, lastUsedAt: _, ...listed } = token;
    assert.deepEqual(publisher, { id: 'grace', name: 'Publisher grace' });
    assert.deepEqual(listed, { ...made, token: `pbp_…${made.token.slice(-4)}` });
    assert.ok(!stdout.includes(made.token), 'it is masked');
    const shown = await cli.inTerminal(['whoami']);
    assert.match(
      shown.stdout,
      /Publisher +Publisher grace \(grace\)\nToken +ci, pbp_….{4}, from PATCHBAY_TOKEN\nRights +publish, edit\nNodes +blur, mask\nMaker +owner-of-grace\nExpires +20\d\d-/,
    );
    const other = await cli.inTerminal(['whoami'], { env: { PATCHBAY_TOKEN: never } });
    assert.match(other.stdout, /Rights +publish, edit, delete\nNodes +all\n.*\nExpires +never\n/);
  });

  test('3: nobody, or a token that the registry does not take', async (t) => {
    const nobody = await openCli(t, { url });
    const unsigned = await nobody.json(['whoami']);
    assert.deepEqual([unsigned.code, unsigned.result.error.code], [3, 'not_signed_in']);
    const wrong = await openCli(t, { url, token: 'wrong' });
    const refused = await wrong.run(['whoami']);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /patchbay login/);
  });
});
