import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

interface Shown {
  seq: number;
  action: string;
  subject: string;
  by: { kind: string; id?: string; name?: string };
  node_id?: string;
  version?: string;
  request_id?: string;
  after?: Record<string, unknown>;
}

suiteOnBoth('list-publisher-changes', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const pathOf = (id: string): string => `/publishers/${id}/audit`;
  const list = async (caller: Client, id: string, query = ''): Promise<Shown[]> => {
    const reply = await caller.get(pathOf(id) + query);
    assert.equal(reply.status, 200, reply.text);
    return reply.json.changes;
  };

  test('200: what, who and in which request, newest first', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const node = uniqueId('Node');
    await publishActive(server, ada, node, '1.0.0');
    const edit = await ada.owner.put(`/publishers/${ada.id}/nodes/${node}`, { description: 'New' });
    const me = (await ada.owner.get('/users')).json;
    const [newest, ...older] = await list(ada.owner, ada.id);
    assert.deepEqual(
      [newest?.action, newest?.subject, newest?.node_id, newest?.after, newest?.by, newest?.request_id],
      [
        'node.updated',
        `node:${node.toLowerCase()}`,
        node,
        { description: 'New' },
        { kind: 'member', id: me.id, name: me.name },
        edit.headers.get('x-request-id'),
      ],
    );
    assert.deepEqual(
      older.map(({ action, version, by }) => [action, version, by.kind]),
      [
        ['app-nodes.extracted', '1.0.0', 'server'],
        ['version.checked', '1.0.0', 'server'],
        ['package.stored', '1.0.0', 'upload'],
        ['version.published', '1.0.0', 'member'],
        ['node.created', undefined, 'member'],
        ['token.created', undefined, 'member'],
        ['publisher.created', undefined, 'member'],
      ],
    );
  });

  test('200: a token by its name, a former member by theirs, and nobody who moderates', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const node = uniqueId('node');
    const guest = await server.user(uniqueId('guest'));
    const { name } = (await guest.get('/users')).json;
    const { id: memberId } = await addMember(ada, guest);
    await guest.post(`/publishers/${ada.id}/nodes`, { id: node });
    await ada.owner.delete(`/publishers/${ada.id}/members/${memberId}`);
    const robot = { authorization: `Bearer ${ada.token}` };
    await server.anonymous.put(`/publishers/${ada.id}/nodes/${node}`, { author: 'Robot' }, robot);
    const moderated = await moderator.put(`/admin/publishers/${ada.id}/quotas`, {
      nodes: 2_000,
      reason: 'Asked for.',
    });
    assert.equal(moderated.status, 200, moderated.text);
    await moderator.post(`/admin/publishers/${ada.id}/ban`, { reason: 'Checked.' });
    const reply = await ada.owner.get(pathOf(ada.id));
    const shown: Shown[] = reply.json.changes;
    assert.deepEqual(
      shown.slice(0, 5).map(({ action, by }) => [action, by.kind, by.name]),
      [
        ['publisher.quotas-set', 'other', undefined],
        ['node.updated', 'token', 'all'],
        ['member.removed', 'member', `owner-of-${ada.id}`],
        ['node.created', 'member', name],
        ['member.added', 'member', name],
      ],
    );
    const made = reply.json.changes.find(({ action }: Shown) => action === 'token.created');
    assert.deepEqual([made?.token_name, made?.subject.startsWith('token:')], ['all', true]);
    for (const hidden of ['@example.org', ada.token, 'pbp_']) {
      assert.ok(!reply.text.includes(hidden), hidden);
    }
  });

  test('200: who joins or leaves is not named for what they did as a moderator', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const guest = await server.user(uniqueId('guest'));
    const { id, name } = (await guest.get('/users')).json;
    const path = `/publishers/${ada.id}/nodes/${uniqueId('node')}`;
    await ada.owner.post(`/publishers/${ada.id}/nodes`, { id: path.split('/').at(-1) });
    const edit = async (description: string) =>
      assert.equal((await guest.put(path, { description })).status, 200);
    await moderator.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Trusted.' });
    await edit('Before');
    const first = await addMember(ada, guest);
    await edit('As a member');
    await ada.owner.put(`/publishers/${ada.id}/members/${first.id}`, { role: 'owner' });
    await edit('As an owner');
    await guest.delete(`/publishers/${ada.id}/members/${first.id}`);
    await edit('After');
    await addMember(ada, guest);
    await edit('Again');
    const edits = (await list(ada.owner, ada.id)).filter(({ action }) => action === 'node.updated');
    assert.deepEqual(
      edits.map(({ after: now, by }) => [now?.['description'], by.name]),
      [
        ['Again', name],
        ['After', undefined],
        ['As an owner', name],
        ['As a member', name],
        ['Before', undefined],
      ],
    );
  });

  test('200: nothing of other publishers, and by pages that neither repeat nor skip', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const bob = await makePublisher(server, uniqueId('bob'));
    for (const number of ['1.0.0', '1.0.1', '1.0.2']) {
      await publishPending(ada, `${ada.id}-node`, number);
      await publishPending(bob, `${bob.id}-node`, number);
    }
    const all = await list(ada.owner, ada.id);
    assert.equal(all.length, 6);
    assert.ok(all.every(({ node_id: node }) => node === undefined || node === `${ada.id}-node`));
    const paged: Shown[] = [];
    for (let query = '?limit=4'; query !== '';) {
      const { changes, next } = (await ada.owner.get(pathOf(ada.id) + query)).json;
      assert.ok(changes.length <= 4);
      paged.push(...changes);
      query = next === undefined ? '' : `?limit=4&before=${next}`;
    }
    assert.deepEqual(paged, all);
    assert.equal((await list(ada.owner, ada.id, '?limit=1000')).length, 6);
  });

  test('200: a node brings its history to the publisher that it is transferred to', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const bob = await makePublisher(server, uniqueId('bob'));
    const node = uniqueId('node');
    await publishPending(ada, node, '1.0.0');
    const of = async ({ owner, id }: typeof ada) =>
      (await list(owner, id)).flatMap(({ action, node_id: about }) => (about === node ? [action] : []));
    const before = await of(ada);
    assert.deepEqual(before, ['version.published', 'node.created']);
    const moved = await moderator.post(`/admin/nodes/${node}/transfer`, {
      publisher_id: bob.id,
      reason: 'Asked for.',
    });
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual([await of(ada), await of(bob)], [[], ['node.transferred', ...before]]);
  });

  test('200: for owners, members and moderators, also of a banned publisher; 401, 403 and 404', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const path = pathOf(ada.id);
    assert.equal((await list(moderator, ada.id)).length, 2);
    assert.equal((await ada.owner.get(path)).headers.get('cache-control'), 'no-store');
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await (await server.user('eve')).get(path), 'forbidden');
    assertRefused(await server.anonymous.get(path, { authorization: `Bearer ${ada.token}` }), 'forbidden');
    assertRefused(await moderator.get(pathOf('nobody')), 'publisher_not_found');
    assertRefused(await ada.owner.get(`${path}?before=0`), 'invalid_request');
  });
});
