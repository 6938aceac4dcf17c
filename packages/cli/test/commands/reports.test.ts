import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay reports', async () => {
  const server = await startServer({ after });
  await publishActive(server, await makePublisher(server, 'ada'), 'image-tools', '1.0.0');
  const { bearer } = await server.user('bob');
  const cli = await openCli({ after }, { url: server.url, token: bearer });

  test('in a terminal: none, then one with its answer', async () => {
    assert.match((await cli.inTerminal(['reports'])).stdout, /^You reported nothing\./);
    const told = ['--reason', 'broken', '--text', 'It does not load.'];
    const { result } = await cli.json(['report', 'image-tools', ...told]);
    const moderator = await server.moderator();
    const answer = { status: 'ReportStatusResolved', answer: 'Fixed in 1.0.1.' };
    const answered = await moderator.put(`/admin/reports/${result.data.id}`, answer);
    assert.equal(answered.status, 200, answered.text);
    const { code, stdout } = await cli.inTerminal(['reports']);
    assert.deepEqual([code, stdout], [0, 'image-tools  Resolved  broken  Fixed in 1.0.1.\n']);
  });

  test('in a terminal: which page it is unless it has all of them', async () => {
    await cli.json(['report', 'image-tools', '--reason', 'other', '--text', 'It still does not load.']);
    const first = await cli.inTerminal(['reports', '--limit', '1']);
    assert.match(first.stdout, /^image-tools .*\n2 in all, page 1 of 2\n$/);
    const past = await cli.inTerminal(['reports', '--page', '2']);
    assert.equal(past.stdout, 'Nothing is on page 2: the last one is 1.\n');
  });

  test('--json: the reports as the registry has them', async () => {
    const { code, result } = await cli.json(['reports']);
    assert.equal(code, 0);
    assert.deepEqual([result.data.total, result.data.reports[1].answer], [2, 'Fixed in 1.0.1.']);
  });
});
