import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay deprecate', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'image-tools', '1.0.0');
  const cli = await openCli({ after }, { url: server.url, token: ada.token });

  test('--json: the version is deprecated, and with --undo it is not', async () => {
    const { code, result } = await cli.json(['deprecate', 'image-tools@1.0.0']);
    assert.deepEqual([code, result.data.deprecated], [0, true]);
    const undone = await cli.json(['deprecate', 'image-tools@1.0.0', '--undo']);
    assert.equal(undone.result.data.deprecated, false);
  });

  test('in a terminal: says how to take it back', async () => {
    const answers = [['Why', 'It loses colors. Use 2.0.0.']] as const;
    const { code, stdout } = await cli.inTerminal(['deprecate', 'image-tools@1.0.0'], { answers });
    assert.equal(code, 0);
    assert.match(stdout, /^People who install it see: It loses colors\. Use 2\.0\.0\.\n/);
    assert.match(stdout, /deprecate image-tools@1\.0\.0 --undo/);
  });

  test('--message: the reason is shown by show, install and outdated, until it is taken back', async (t) => {
    const message = 'It loses\ncolors.';
    const { result } = await cli.json(['deprecate', 'image-tools@1.0.0', '--message', message]);
    assert.equal(result.data.deprecation_message, message);
    const user = await openCli(t, server);
    const installed = await user.run(['install', 'image-tools']);
    assert.match(
      installed.stdout,
      /^installed image-tools 1\.0\.0\n {2}deprecated {2}It loses\n {4}│ colors\.\n$/,
    );
    assert.match((await user.run(['show', 'image-tools@1.0.0'])).stdout, /^Deprecated {2}It loses$/m);
    assert.match((await user.run(['outdated'])).stdout, /deprecated: It loses/);
    const args = ['deprecate', 'image-tools@1.0.0', '--undo'];
    assert.equal((await cli.json([...args, '--message', 'x'])).code, 2);
    assert.equal((await cli.json(args)).result.data.deprecation_message, undefined);
    assert.equal((await user.json(['update'])).result.data.nodes[0].deprecated, undefined);
  });

  test('2, 3, 4: no version, nobody, a stranger, no such version', async (t) => {
    assert.equal((await cli.json(['deprecate', 'image-tools'])).code, 2);
    assert.equal((await cli.json(['deprecate', 'image-tools@9.9.9'])).code, 4);
    const nobody = await openCli(t, server);
    assert.equal((await nobody.json(['deprecate', 'image-tools@1.0.0'])).result.error.code, 'not_signed_in');
    const { bearer } = await server.user('stranger');
    const stranger = await openCli(t, { url: server.url, token: bearer });
    const refused = await stranger.json(['deprecate', 'image-tools@1.0.0']);
    assert.deepEqual([refused.code, refused.result.error.code], [3, 'forbidden']);
  });
});
