import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { enqueueJob } from '../support/enqueue-job.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

suite('the page of jobs', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const visit = new Visitor(server.url, moderator.bearer);
  const path = '/moderate/jobs';

  const send = (id: string, to: string, reason: string) =>
    visit.send(path, { do: 'decide', which: id, to, reason });

  test('its form drops, with the reason for the log, and says what is missing and what is gone', async () => {
    const id = await enqueueJob(server);
    const { html } = await visit.get(path);
    assert.ok(html.includes(`name="which" value="${id}"`));
    const empty = await send(id, 'drop', ' ');
    assert.equal(empty.status, 400);
    assert.match(empty.html, /<details open>[\s\S]*role="alert"[\s\S]*Give a reason/);
    const dropped = await send(id, 'drop', 'Not needed.');
    assert.deepEqual([dropped.status, dropped.location], [303, `${path}?done=decided`]);
    const { changes } = (await moderator.get(`/admin/changes?subject=job:${id}`)).json;
    assert.deepEqual(
      changes.map(({ action, reason }) => [action, reason]),
      [['job.dropped', 'Not needed.']],
    );
    await enqueueJob(server);
    const gone = await send(id, 'retry', 'Again.');
    assert.equal(gone.status, 404);
    assert.match(gone.html, /role="alert"[^<]*>There is no such job/);
  });

  test('a form without its token changes nothing', async () => {
    const id = await enqueueJob(server);
    const before = (await moderator.get('/admin/jobs')).json.total;
    const forged = new URLSearchParams({ do: 'decide', which: id, to: 'drop', reason: 'Forged.' });
    assert.equal((await visit.post(path, forged)).status, 403);
    assert.equal((await moderator.get('/admin/jobs')).json.total, before);
  });
});
