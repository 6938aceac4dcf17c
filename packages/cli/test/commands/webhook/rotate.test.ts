import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook rotate', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json and in a terminal: another secret each time, and until when the old one is good', async () => {
    const { result: made } = await cli.json(['webhook', 'add', 'https://hooks.example.org/x']);
    const { code, result } = await cli.json(['webhook', 'rotate', made.data.id]);
    assert.equal(code, 0);
    assert.match(result.data.secret, /^whsec_/);
    assert.notEqual(result.data.secret, made.data.secret);
    const { stdout } = await cli.inTerminal(['webhook', 'rotate', made.data.id]);
    assert.match(stdout, /good until +\d{4}-.*only time.*\nwhsec_/s);
    assert.ok(!stdout.includes(result.data.secret));
  });

  test('4: no such webhook', async () => {
    assert.equal((await cli.json(['webhook', 'rotate', 'none'])).code, 4);
  });
});
