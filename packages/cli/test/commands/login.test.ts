import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay login', async () => {
  const server = await startServer({ after });
  const { url } = server;
  const token = String((await server.user('ada')).bearer);

  test('--json: the token of standard input is saved, and used from then on', async (t) => {
    const cli = await openCli(t, { url });
    const { code, stdout, result } = await cli.json(['login', '--token-stdin'], {
      stdin: `${token}\r\nmore\n`,
    });
    assert.equal(code, 0);
    assert.equal(result.data.user.email, 'ada@example.org');
    assert.ok(!stdout.includes(token));
    assert.equal((await cli.json(['whoami'])).result.data.source, 'login');
    // The registry is called without being named again.
    assert.equal((await cli.json(['whoami'], { env: { PATCHBAY_URL: '' } })).result.data.registry, url);
  });

  test('in a terminal: asks for the token and does not show it', async (t) => {
    const cli = await openCli(t, { url });
    const { code, stdout, stderr } = await cli.inTerminal(['login', '--token-stdin'], {
      answers: [['Token', token]],
    });
    assert.equal(code, 0);
    assert.match(stdout, /Signed in.*ada@example\.org/s);
    assert.ok(!(stdout + stderr).includes(token));
  });

  test('the token of the environment is saved', async (t) => {
    const cli = await openCli(t, { url });
    assert.equal((await cli.run(['login'], { env: { PATCHBAY_TOKEN: token } })).code, 0);
    assert.equal((await cli.json(['whoami'])).result.data.source, 'login');
  });

  test('only the user can open what is saved, and a token is sent to its own registry only', async (t) => {
    const cli = await openCli(t, { url });
    await cli.run(['login', '--token-stdin'], { stdin: token });
    const folder = join(cli.home, '.config', 'patchbay');
    const [file = ''] = await readdir(join(folder, 'credentials'));
    const path = join(folder, 'credentials', file);
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { registry: url, token });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    for (const one of [folder, join(folder, 'credentials')])
      assert.equal((await stat(one)).mode & 0o777, 0o700);
    const other = await cli.json(['whoami', '--registry', url.replace('127.0.0.1', 'localhost')]);
    assert.equal(other.result.error.code, 'not_signed_in');
  });

  test('3: a token that the registry does not accept is not saved', async (t) => {
    const cli = await openCli(t, { url });
    const { code, result } = await cli.json(['login', '--token-stdin'], { stdin: 'wrong' });
    assert.deepEqual([code, result.error.code], [3, 'unauthenticated']);
    assert.match(result.error.message, /^The token is unknown here, or its session has ended\./);
    assert.equal(
      result.error.next,
      `The token is from standard input, was sent to ${url}, and is not saved.`,
    );
    assert.equal((await cli.json(['whoami'])).result.error.code, 'not_signed_in');
  });

  test('6: a page that answers in place of a registry is none, and nothing is saved', async (t) => {
    const page: typeof fetch = async () =>
      new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } });
    for (const args of [['login', '--token-stdin'], ['login']]) {
      const cli = await openCli(t, { url });
      const { code, result } = await cli.json(args, { stdin: token, context: { fetch: page } });
      assert.deepEqual([code, result.error.code], [6, 'not_a_registry']);
      assert.deepEqual(await readdir(cli.home), []);
    }
  });

  test('2: two words, nothing, too much', async (t) => {
    const cli = await openCli(t, { url });
    for (const stdin of ['two words', '', 'x'.repeat(5_000), 'é']) {
      const { code, stderr } = await cli.run(['login', '--token-stdin'], { stdin });
      assert.equal(code, 2, stdin);
      assert.ok(stdin === '' || !stderr.includes(stdin), 'what may be a secret is not repeated');
    }
  });
});
