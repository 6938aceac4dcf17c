import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('list-my-reports', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const user = await server.user('reporter');
  for (const id of ['one', 'two', 'three']) {
    await ada.owner.post('/publishers/ada/nodes', { id });
    server.clock.advance(1_000);
    await user.post(`/nodes/${id}/reports`, { reason: 'broken', text: `About ${id}.` });
  }

  test("200: the caller's, newest first, a page at a time, with their answers", async () => {
    const first = (await user.get('/users/reports?limit=2')).json;
    assert.deepEqual(
      [first.total, first.totalPages, first.reports.map(({ node_id }) => node_id)],
      [3, 2, ['three', 'two']],
    );
    const { reports } = (await user.get('/users/reports?limit=2&page=2')).json;
    const moderator = await server.moderator();
    const answer = { status: 'ReportStatusResolved', answer: 'Its publisher repaired it.' };
    await moderator.put(`/admin/reports/${reports[0]?.id}`, answer);
    const [told] = (await user.get('/users/reports?limit=2&page=2')).json.reports;
    assert.deepEqual([told?.node_id, told?.status, told?.answer], ['one', answer.status, answer.answer]);
    assert.ok(told?.answered_at);
    assert.equal((await ada.owner.get('/users/reports')).json.total, 0);
  });

  test('401 and 403: nobody, and a token', async () => {
    assertRefused(await server.anonymous.get('/users/reports'), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.get('/users/reports', headers), 'forbidden');
  });
});
