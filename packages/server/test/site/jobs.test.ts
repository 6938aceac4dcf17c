import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { enqueueJob } from '../support/enqueue-job.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('the page of jobs', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const session = `__Host-session=${moderator.bearer}`;

  /** What the page's forms need: the cookie and the token that belongs to it. */
  const open = async () => {
    const reply = await fetch(`${server.url}/moderate/jobs`, { headers: { cookie: session } });
    const html = await reply.text();
    assert.equal(reply.status, 200, html);
    const [cookie = ''] = reply.headers.getSetCookie().map((one) => one.replace(/;.*/s, ''));
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(html) ?? [];
    return { html, cookie: `${session}; ${cookie}`, token };
  };
  const send = (id: string, action: string, cookie: string, fields: Record<string, string>) =>
    fetch(`${server.url}/moderate/jobs/${id}/${action}`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });

  test('its forms retry and drop, with the reason for the log', async () => {
    const id = await enqueueJob(server);
    const { html, cookie, token } = await open();
    assert.ok(html.includes(`action="/moderate/jobs/${id}/retry"`));
    for (const action of ['drop']) {
      const reply = await send(id, action, cookie, { form_token: token, reason: 'Not needed.' });
      assert.deepEqual(
        [reply.status, reply.headers.get('location')],
        [303, '/moderate/jobs'],
        await reply.text(),
      );
    }
    const { changes } = (await moderator.get(`/admin/changes?subject=job:${id}`)).json;
    assert.deepEqual(
      changes.map(({ action, reason }: Record<string, string>) => [action, reason]),
      [['job.dropped', 'Not needed.']],
    );
    const gone = await send(id, 'retry', cookie, { form_token: token, reason: 'Again.' });
    assert.equal(gone.status, 404);
    assert.match(await gone.text(), /There is no such job/);
  });

  test('a form without its token changes nothing', async () => {
    const id = await enqueueJob(server);
    const { cookie } = await open();
    assert.equal((await send(id, 'drop', cookie, { reason: 'Forged.' })).status, 403);
    const { total } = (await moderator.get('/admin/jobs?kind=extract-app-nodes')).json;
    assert.equal(total, 1);
  });
});
