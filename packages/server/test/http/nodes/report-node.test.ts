import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('report-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const user = await server.user('reporter');
  const moderator = await server.moderator();
  let id: string;
  let path: string;
  beforeEach(async () => {
    id = uniqueId('Node');
    path = `/nodes/${id}/reports`;
    await publishActive(server, ada, id, '1.0.0');
  });
  const said = { reason: 'malicious', text: 'It sends files away.' };

  test('200: a report is open, about a node or a version, and only moderators and its sender see it', async () => {
    const whole = await user.post(path, said);
    assert.equal(whole.status, 200, whole.text);
    const { id: reportId, created_at, ...rest } = whole.json;
    assert.deepEqual(rest, { node_id: id, ...said, status: 'ReportStatusOpen' });
    assert.match(reportId, /^[0-9a-f]{8}-[0-9a-f]{4}-7/, 'UUIDv7, as every id that the server makes');
    assert.ok(created_at);
    const ofVersion = await user.post(path, { ...said, version: '1.0.0' });
    assert.equal(ofVersion.json.version, '1.0.0');
    const { json } = await user.get('/users/reports?limit=2');
    assert.deepEqual(json.reports, [ofVersion.json, whole.json]);
    assert.equal((await ada.owner.get('/users/reports')).json.total, 0);
    const { json: log } = await moderator.get(`/admin/changes?subject=report:${reportId}`);
    assert.deepEqual(
      log.changes.map(({ action, after }: { action: string; after: object }) => [action, after]),
      [['report.sent', { node_id: id, reason: 'malicious' }]],
    );
    const { json: own } = await ada.owner.get('/publishers/ada/audit');
    assert.doesNotMatch(JSON.stringify(own), /report/, 'its publisher is not told who reports');
  });

  test('200: while it is open, another one about the same takes its place', async () => {
    const first = (await user.post(path, said)).json;
    const second = (await user.post(path, { reason: 'other', text: 'I was wrong.' })).json;
    assert.deepEqual([second.id, second.reason], [first.id, 'other']);
    const { quotas } = (await user.get('/users')).json;
    await moderator.put(`/admin/reports/${first.id}`, { status: 'ReportStatusDismissed', answer: 'Fine.' });
    assert.notEqual((await user.post(path, said)).json.id, first.id);
    assert.equal((await user.get('/users')).json.quotas.reports.used, quotas.reports.used + 1);
  });

  test('400: no text, too much of it, an unknown reason', async () => {
    const faults: [object, string][] = [
      [{ ...said, text: ' ' }, '/text'],
      [{ reason: 'other' }, '/text'],
      [{ ...said, text: 'x'.repeat(limits.reportCharsMax + 1) }, '/text'],
      [{ ...said, reason: 'Lost' }, '/reason'],
    ];
    for (const [body, at] of faults) assertRefused(await user.post(path, body), 'invalid_request', at);
  });

  test('401, 403 and 404: nobody, a token, a banned node, and what there is not', async () => {
    assertRefused(await server.anonymous.post(path, said), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(path, said, headers), 'forbidden');
    assertRefused(await user.post('/nodes/nothing/reports', said), 'node_not_found');
    assertRefused(await user.post(path, { ...said, version: '9.9.9' }), 'version_not_found');
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await user.post(path, said), 'node_banned');
  });

  test('409: over the quota of an account', async () => {
    const { id: userId, quotas } = (await user.get('/users')).json;
    const reports = quotas.reports.used;
    assert.equal(
      (await moderator.put(`/admin/users/${userId}/quotas`, { reports, reason: 'Asked for.' })).status,
      200,
    );
    assertRefused(await user.post(path, said), 'quota_exceeded');
  });
});

suiteOnBoth('rates of report-node', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();
  const ada = await makePublisher(server, 'ada');
  await ada.owner.post('/publishers/ada/nodes', { id: 'flooded' });

  test('429: more than ten at once', async () => {
    const send = () => ada.owner.post('/nodes/flooded/reports', { reason: 'other', text: 'Again.' });
    for (let count = 0; count < 10; count += 1) assert.equal((await send()).status, 200);
    assertRefused(await send(), 'rate_limited');
  });
});
