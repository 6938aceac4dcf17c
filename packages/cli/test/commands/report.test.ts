import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay report', async () => {
  const server = await startServer({ after });
  await publishActive(server, await makePublisher(server, 'ada'), 'image-tools', '1.0.0');
  const { bearer } = await server.user('bob');
  const cli = await openCli({ after }, { url: server.url, token: bearer });

  test('--json: the report of a version', async () => {
    const told = ['--reason', 'broken', '--text', 'It does not load.'];
    const { code, result } = await cli.json(['report', 'image-tools@1.0.0', ...told]);
    assert.equal(code, 0);
    const { node_id, version, reason, text, status } = result.data;
    assert.deepEqual(
      [node_id, version, reason, text, status],
      ['image-tools', '1.0.0', 'broken', 'It does not load.', 'ReportStatusOpen'],
    );
  });

  test('in a terminal: asks what is wrong', async () => {
    const { code, stdout } = await cli.inTerminal(['report', 'image-tools'], {
      answers: [
        ['What is wrong?', 'malicious'],
        ['What did you see', 'It reads ~/.ssh.'],
      ],
    });
    assert.equal(code, 0);
    assert.match(stdout, /^The moderators get your report of image-tools\. .*patchbay reports/);
  });

  test('2, 4: nobody to ask, no such node, nobody signed in', async (t) => {
    const silent = await cli.json(['report', 'image-tools']);
    assert.deepEqual([silent.code, silent.result.error.code], [2, 'missing_answer']);
    const told = ['--reason', 'other', '--text', 'x'];
    assert.equal((await cli.json(['report', 'nothing', ...told])).code, 4);
    const nobody = await openCli(t, server);
    const unknown = await nobody.json(['report', 'image-tools', ...told]);
    assert.equal(unknown.result.error.code, 'not_signed_in');
  });
});
