import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { readNewestMail } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('answer-report', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const user = await server.user('reporter');
  await ada.owner.post('/publishers/ada/nodes', { id: 'node' });
  const open = async (): Promise<string> =>
    (await user.post('/nodes/node/reports', { reason: 'other', text: 'Look.' })).json.id;
  const resolved = { status: 'ReportStatusResolved', answer: 'It is repaired.' };

  test('200: it is closed with an answer, and the log says so', async () => {
    const id = await open();
    const reply = await moderator.put(`/admin/reports/${id}`, resolved);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.json.status, reply.json.answer], [resolved.status, resolved.answer]);
    const mail = await readNewestMail(server, 'reporter@example.org');
    assert.match(mail?.headers['subject'] ?? '', /node.*is_resolved/);
    assert.match(mail?.text ?? '', /It is repaired\..*\/account\/reports/s);
    const anew = { status: 'ReportStatusDismissed', answer: 'It was no fault.' };
    assert.equal((await moderator.put(`/admin/reports/${await open()}`, anew)).json.answer, anew.answer);
    const { changes } = (await moderator.get(`/admin/changes?subject=report:${id}`)).json;
    const { action, before, after: moved, reason } = changes.at(-1);
    assert.deepEqual(
      [action, before, moved, reason],
      ['report.answered', { status: 'ReportStatusOpen' }, { status: resolved.status }, resolved.answer],
    );
  });

  test('400: without an answer', async () => {
    const id = await open();
    for (const answer of ['', '  ', 'x'.repeat(2_001)]) {
      assertRefused(await moderator.put(`/admin/reports/${id}`, { ...resolved, answer }), 'invalid_request');
    }
  });

  test('403, 404 and 409: no moderator, no report, and a status that it has or had', async () => {
    const id = await open();
    assertRefused(await user.put(`/admin/reports/${id}`, resolved), 'forbidden');
    assertRefused(await moderator.put('/admin/reports/none', resolved), 'not_found');
    const still = { ...resolved, status: 'ReportStatusOpen' };
    assertRefused(await moderator.put(`/admin/reports/${id}`, still), 'illegal_transition');
    await moderator.put(`/admin/reports/${id}`, { ...resolved, status: 'ReportStatusDismissed' });
    assertRefused(await moderator.put(`/admin/reports/${id}`, still), 'illegal_transition');
    await moderator.put(`/admin/reports/${id}`, resolved);
    assertRefused(await moderator.put(`/admin/reports/${id}`, resolved), 'illegal_transition');
  });
});
