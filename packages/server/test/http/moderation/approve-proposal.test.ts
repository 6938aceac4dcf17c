import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setModerator } from '../../../src/lifecycle/user.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { days } from '../../support/clock.ts';
import { Client } from '../../support/client.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startTwoModerators } from '../../support/two-moderators.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('approve-proposal', async () => {
  const { server, first, second, another, propose } = await startTwoModerators({ after });
  const approve = (id: string, as = second) => as.post(`/admin/proposals/${id}/approve`);

  test('202, then 200: a moderator is made once another one approves', async () => {
    const { client, email, userId, proposal } = await propose();
    const { id, created_at: _at, expires_at: _end, proposed_by: by, ...rest } = proposal;
    assert.deepEqual(rest, {
      aim: 'make-moderator',
      subject: `user:${userId}`,
      about: email,
      reason: 'Trusted.',
    });
    assert.equal(by.name, 'Moderator');
    assertRefused(await client.get('/admin/users'), 'forbidden', 'nothing changed');
    const approved = await approve(id);
    assert.deepEqual([approved.status, approved.json.id], [200, id]);
    assert.equal((await client.get('/admin/users')).status, 200);
    assertRefused(await approve(id), 'not_found', 'once');
    const { changes } = (await first.get(`/admin/changes?subject=proposal:${id}`)).json;
    assert.deepEqual(
      changes.map(({ action, actor }: { action: string; actor: string }) => [
        action,
        actor !== changes[0].actor,
      ]),
      [
        ['proposal.made', false],
        ['proposal.approved', true],
      ],
    );
    assert.equal(changes[1].before.proposer, by.id);
  });

  test('202, then 200: bans are lifted of a user, a publisher, a node, a version, an app-node', async () => {
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'node', '1.0.0');
    const { id: userId } = (await (await server.user('user')).get('/users')).json;
    const names = { app_nodes: [{ app_node_name: 'Blur' }] };
    assert.equal((await first.put('/admin/nodes/node/versions/1.0.0/app-nodes', names)).status, 200);
    const reason = 'Checked.';
    const bans: readonly (readonly [
      path: string,
      ban: object,
      lift: object,
      state: () => Promise<unknown>,
    ])[] = [
      [
        `/admin/users/${userId}`,
        { banned: true, reason },
        { banned: false, reason },
        async () => (await first.get('/admin/users?email=user@example.org')).json.users[0].banned,
      ],
      [
        '/nodes/node/versions/1.0.0/app-nodes/Blur',
        { policy: 'AppNodePolicyBanned' },
        { policy: 'AppNodePolicyActive', reason },
        async () => (await first.get('/nodes/node/versions/1.0.0/app-nodes/Blur')).json.policy,
      ],
      [
        '/admin/nodes/node/versions/1.0.0',
        { status: 'NodeVersionStatusBanned', status_reason: reason },
        { status: 'NodeVersionStatusActive', status_reason: reason },
        async () => (await first.get('/nodes/node/versions/1.0.0')).json.status,
      ],
      [
        '/publishers/ada/nodes/node',
        { status: 'NodeStatusBanned', status_detail: reason },
        { status: 'NodeStatusActive', status_detail: reason },
        async () => (await server.anonymous.get('/nodes/node')).status,
      ],
      [
        '/admin/nodes/node',
        { status: 'NodeStatusBanned', reason },
        { status: 'NodeStatusActive', reason },
        async () => (await server.anonymous.get('/nodes/node')).status,
      ],
      [
        '/admin/publishers/ada',
        { status: 'PublisherStatusBanned', reason },
        { status: 'PublisherStatusActive', reason },
        async () => (await server.anonymous.get('/publishers/ada')).json.status,
      ],
    ];
    for (const [path, ban, lift, state] of bans) {
      const open = await state();
      assert.equal((await first.put(path, ban)).status, 200, `${path}: one moderator bans`);
      const banned = await state();
      assert.notDeepEqual(banned, open, path);
      const proposed = await first.put(path, lift);
      assert.equal(proposed.status, 202, `${path}: ${proposed.text}`);
      assert.equal(proposed.json.aim, 'lift-ban', path);
      assert.deepEqual(await state(), banned, `${path}: still banned`);
      assertRefused(await approve(proposed.json.id, first), 'forbidden', path);
      const approved = await approve(proposed.json.id);
      assert.equal(approved.status, 200, `${path}: ${approved.text}`);
      assert.deepEqual(await state(), open, path);
    }
  });

  test('a ban of an app-node is not lifted by one moderator who stores definitions', async () => {
    const eve = await makePublisher(server, 'eve');
    await publishActive(server, eve, 'Evil-Node', '1.0.0');
    await publishActive(server, eve, 'Evil-Node', '1.1.0');
    const renamed = { id: 'Other-Name', reason: 'Asked for.' };
    assert.equal((await eve.owner.post('/publishers/eve/nodes/evil-node/rename', renamed)).status, 200);
    const of = (version: string) => `/nodes/evil-node/versions/${version}/app-nodes`;
    const active = { policy: 'AppNodePolicyActive' };
    const stored = { app_nodes: [{ app_node_name: 'Blur', ...active }] };
    assert.equal((await first.put(`/admin${of('1.0.0')}`, stored)).status, 200);
    assert.equal((await first.put(`${of('1.0.0')}/Blur`, { policy: 'AppNodePolicyBanned' })).status, 200);
    assertRefused(await first.put(`/admin${of('1.0.0')}`, stored), 'illegal_transition');
    const sent = { success: true, nodes: { Blur: active } };
    assertRefused(await first.post(of('1.1.0'), sent), 'illegal_transition');
    const proposed = await first.put(`${of('1.0.0')}/Blur`, active);
    assert.deepEqual([proposed.status, proposed.json.about], [202, 'Other-Name@1.0.0 Blur']);
    assert.equal((await server.anonymous.get(`${of('1.0.0')}/Blur`)).json.policy, 'AppNodePolicyBanned');
  });

  test('a ban that was lifted in another version is not lifted by one moderator either', async () => {
    const max = await makePublisher(server, 'max');
    for (const version of ['1.0.0', '2.0.0']) await publishActive(server, max, 'max-node', version);
    const of = (version: string) => `/nodes/max-node/versions/${version}/app-nodes`;
    const [banned, active] = [{ policy: 'AppNodePolicyBanned' }, { policy: 'AppNodePolicyActive' }];
    for (const version of ['1.0.0', '2.0.0']) {
      await first.put(`/admin${of(version)}`, { app_nodes: [{ app_node_name: 'Blur' }] });
      await first.put(`${of(version)}/Blur`, banned);
    }
    const { json } = await first.put(`${of('2.0.0')}/Blur`, active);
    assert.equal((await approve(json.id)).status, 200);
    const stored = (app_nodes: object[]) => first.put(`/admin${of('1.0.0')}`, { app_nodes });
    assertRefused(await stored([{ app_node_name: 'Blur', ...active }]), 'illegal_transition');
    assert.equal((await stored([])).status, 200);
    assert.equal((await server.anonymous.get(`${of('1.0.0')}/Blur`)).json.policy, 'AppNodePolicyBanned');
  });

  test('403, then 202: a node of a banned publisher goes to another one', async () => {
    await makePublisher(server, 'open');
    const shut = await makePublisher(server, 'shut');
    await publishActive(server, shut, 'shut-node', '1.0.0');
    const ban = { status: 'PublisherStatusBanned', reason: 'Checked.' };
    assert.equal((await first.put('/admin/publishers/shut', ban)).status, 200);
    const transfer = { publisher_id: 'open', reason: 'Asked for.' };
    assertRefused(await first.post('/admin/nodes/shut-node/transfer', transfer), 'forbidden');
    const body = { publisher: { id: 'open' }, reason: 'Asked for.' };
    const proposed = await first.put('/admin/nodes/shut-node', body);
    assert.equal(proposed.status, 202, proposed.text);
    assert.match(proposed.text, /"about":"shut-node, which would go from the banned publisher to open"/);
    assert.equal((await approve(proposed.json.id)).status, 200);
    assert.equal((await server.anonymous.get('/nodes/shut-node')).json.publisher?.id, 'open');
  });

  test('400: more than the second moderator would see', async () => {
    const lea = await makePublisher(server, 'lea');
    await publishActive(server, lea, 'lea-node', '1.0.0');
    const reason = 'Checked.';
    await first.put('/admin/nodes/lea-node', { status: 'NodeStatusBanned', reason });
    const lift = { status: 'NodeStatusActive', reason };
    for (const [more, path] of [
      [{ repository: 'https://example.org/evil' }, '/repository'],
      [{ preempted_app_node_names: ['Blur'] }, '/preempted_app_node_names'],
      [{ publisher: { id: 'ada' } }, '/publisher'],
    ] as const) {
      const reply = await first.put('/admin/nodes/lea-node', { ...lift, ...more });
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details[0].path, path);
    }
    const { id } = (await (await server.user('kai')).get('/users')).json;
    await first.put(`/admin/users/${id}`, { banned: true, reason });
    const both = await first.put(`/admin/users/${id}`, { banned: false, isAdmin: true, reason });
    assertRefused(both, 'invalid_request');
    assert.equal((await first.put('/admin/nodes/lea-node', lift)).status, 202);
  });

  test('202, then 200: a ban lifted by the PUT of a node that gives no reason', async () => {
    const kim = await makePublisher(server, 'kim');
    await publishActive(server, kim, 'kim-node', '1.0.0');
    const put = (status: string) => first.put('/publishers/kim/nodes/kim-node', { status });
    assert.equal((await put('NodeStatusBanned')).status, 200);
    const proposed = await put('NodeStatusActive');
    assert.equal(proposed.status, 202);
    assert.match(proposed.text, /"reason":""/);
    const approved = await approve(proposed.json.id);
    assert.equal(approved.status, 200, approved.text);
    assert.equal((await server.anonymous.get('/nodes/kim-node')).status, 200);
    const { changes } = (await first.get('/admin/changes?limit=1000&subject=node:kim-node')).json;
    assert.equal(changes.at(-1).reason, 'Lifted by two moderators.');
  });

  test('401 and 403: an anonymous caller, a user, the same moderator, a moderator token', async () => {
    const { client, proposal } = await propose();
    assertRefused(await approve(proposal.id, server.anonymous), 'unauthenticated');
    assertRefused(await approve(proposal.id, client), 'forbidden');
    assertRefused(await approve(proposal.id, first), 'forbidden');
    const { token } = (await second.post('/admin/generate-token')).json;
    assertRefused(await approve(proposal.id, new Client(server.url, token)), 'forbidden');
  });

  test('404: one that expired, was rejected, or was replaced', async () => {
    const { userId, proposal } = await propose();
    const again = await first.put(`/admin/users/${userId}`, { isAdmin: true, reason: 'Really.' });
    assert.equal(again.status, 202);
    assertRefused(await approve(proposal.id), 'not_found');
    server.clock.advance(days(7));
    assertRefused(await approve(again.json.id), 'not_found');
    assertRefused(await approve('none'), 'not_found');
  });

  test('404: who asked for it is no moderator any more, or was in between', async () => {
    const third = await another('third');
    const { id } = (await third.get('/users')).json;
    const { userId } = await propose();
    const asked = await third.put(`/admin/users/${userId}`, { isAdmin: true, reason: 'Mine.' });
    assert.equal(asked.status, 202);
    await first.put(`/admin/users/${id}`, { isAdmin: false, reason: 'Left.' });
    assertRefused(await approve(asked.json.id), 'not_found');
    await setModerator(server.server.context.store, { actor: 'operator' }, id, true);
    assertRefused(await approve(asked.json.id), 'not_found');
  });

  test('404: of two who approve at once, the second', async () => {
    const { proposal } = await propose();
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([approve(proposal.id), approve(proposal.id)]);
    const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [200, 404]);
  });
});
