import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay publisher create', async () => {
  const server = await startServer({ after });
  const { bearer } = await server.user('ada');
  const cli = await openCli({ after }, { url: server.url, token: bearer });

  test('--json: the publisher, of which the caller is the owner', async () => {
    const args = ['publisher', 'create', 'ada', '--name', 'Ada’s nodes', '--website', 'https://example.org'];
    const { code, result } = await cli.json(args);
    assert.equal(code, 0);
    const { id, name, website, members } = result.data;
    assert.deepEqual(
      [id, name, website, members[0].role],
      ['ada', 'Ada’s nodes', 'https://example.org', 'owner'],
    );
  });

  test('in a terminal: the publisher', async () => {
    const { code, stdout } = await cli.inTerminal(['publisher', 'create', 'lovelace']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^Created\.\nlovelace\n.*owner +ada.*\nRun `patchbay init` in the folder of a node next\.$/ms,
    );
  });

  test('1, 5: a bad id, a bad address, an id that is taken', async () => {
    const bad = await cli.json(['publisher', 'create', 'ADA']);
    assert.deepEqual([bad.code, bad.result.error.code], [1, 'invalid_id']);
    const address = await cli.json(['publisher', 'create', 'byron', '--website', 'javascript:alert(1)']);
    assert.deepEqual([address.code, address.result.error.details[0].path], [1, '/website']);
    assert.equal((await cli.json(['publisher', 'create', 'shelley'])).code, 0);
    const taken = await cli.json(['publisher', 'create', 'shelley']);
    assert.deepEqual([taken.code, taken.result.error.code], [5, 'id_taken']);
  });

  test('3: a personal access token, in the words of the command line', async () => {
    const { token } = await makePublisher(server, 'keats');
    const { code, stderr } = await cli.run(['publisher', 'create', 'byron'], {
      env: { PATCHBAY_TOKEN: token },
    });
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^Error: A personal access token cannot do this\. Sign in instead\.\nThe token is from the variable PATCHBAY_TOKEN\. `patchbay whoami` shows what it may do\. Unset the variable to use your login\.\n/,
    );
  });

  test('6: there is no registry, or something else responds', async () => {
    const away = await cli.json(['publisher', 'create', 'byron', '--registry', 'http://127.0.0.1:1']);
    assert.deepEqual([away.code, away.result.error.code], [6, 'unreachable']);
    const proxy: typeof fetch = async () => new Response('<h1>Not here</h1>', { status: 404 });
    const other = await cli.json(['publisher', 'create', 'byron'], { context: { fetch: proxy } });
    assert.deepEqual([other.code, other.result.error.code], [6, 'not_a_registry']);
  });
});
