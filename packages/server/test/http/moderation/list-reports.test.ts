import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-reports', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const user = await server.user('reporter');
  for (const id of ['one', 'two']) {
    await ada.owner.post('/publishers/ada/nodes', { id });
    server.clock.advance(1_000);
    await user.post(`/nodes/${id}/reports`, { reason: 'copied', text: `About ${id}.` });
  }

  test('200: those that are open, oldest first, with who sent them; others by their status', async () => {
    const { reports, total } = (await moderator.get('/admin/reports')).json;
    assert.deepEqual(
      [total, reports.map((report: { node_id: string }) => report.node_id)],
      [2, ['one', 'two']],
    );
    const { name, email } = reports[0]?.reporter ?? {};
    assert.deepEqual([name, email, reports[0]?.publisher_id], ['reporter', 'reporter@example.org', 'ada']);
    await moderator.put(`/admin/reports/${reports[0]?.id}`, {
      status: 'ReportStatusResolved',
      answer: 'Removed.',
    });
    const listed = async (query: string) =>
      (await moderator.get(`/admin/reports${query}`)).json.reports.map(
        (report: { node_id: string }) => report.node_id,
      );
    assert.deepEqual(await listed(''), ['two']);
    assert.deepEqual(await listed('?status=ReportStatusResolved'), ['one']);
    assert.deepEqual(await listed('?status=ReportStatusDismissed'), []);
  });

  test('400 and 403: an unknown status, and a caller who is not a moderator', async () => {
    assertRefused(await moderator.get('/admin/reports?status=Lost'), 'invalid_request');
    assertRefused(await user.get('/admin/reports'), 'forbidden');
  });
});
