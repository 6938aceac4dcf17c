import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication, publishPending } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

interface Change {
  seq: number;
  at: string;
  actor: string;
  action: string;
  subject: string;
  actor_name?: string;
}

suite('list-changes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const list = async (query = ''): Promise<Change[]> =>
    (await moderator.get(`/admin/changes${query}`)).json.changes;

  test('200: who changed what, and the values before', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'My-Node', name: 'One' });
    const reply = await ada.owner.put('/publishers/ada/nodes/my-node', { name: 'Two', author: 'Ada' });
    const { id } = (await ada.owner.get('/users')).json;
    const { seq: _seq, at, ...change } = (await list('?subject=node:my-node')).at(-1) ?? { seq: 0, at: '' };
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(change, {
      actor: `user:${id}`,
      action: 'node.updated',
      subject: 'node:my-node',
      before: { name: 'One' },
      after: { name: 'Two', author: 'Ada' },
      request_id: reply.headers.get('x-request-id'),
    });
  });

  test('200: what a token does is logged as the token’s', async () => {
    const headers = { authorization: `Bearer ${ada.token}` };
    await server.anonymous.post(
      '/publishers/ada/nodes/robot/versions',
      publication(ada.token, '1.0.0'),
      headers,
    );
    const [{ id }] = (await ada.owner.get('/publishers/ada/tokens')).json;
    assert.equal((await list('?subject=node:robot'))[0]?.actor, `token:${id}`);
  });

  test('200: dense and in order, also after fifty writes that race, some of which fail', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'Taken' });
    const before = (await list('?limit=1000')).length;
    const race = Array.from({ length: 50 }, (_, index) => index).values();
    const write = async () => {
      for (const index of race) {
        if (index % 5 === 0) await ada.owner.post('/publishers/ada/nodes', { id: 'Taken' });
        else await publishPending(ada, `Node-${index % 7}`, `1.0.${index}`);
      }
    };
    // More at once could wait longer for their turn than a caller may, beside other work of the machine.
    await Promise.all(Array.from({ length: 4 }, write));
    const changes = await list('?limit=1000');
    const published = changes.slice(before).filter(({ action }) => action === 'version.published');
    assert.equal(published.length, 40);
    assert.deepEqual(
      changes.map(({ seq }) => seq),
      changes.map((_, index) => index + 1),
    );
    assert.deepEqual(
      changes.map(({ at }) => at),
      changes.map(({ at }) => at).sort(),
    );
  });

  test('200: from where a follower stopped, so many at a time', async () => {
    const all = await list('?limit=1000');
    assert.deepEqual(await list('?after=5&limit=3'), all.slice(5, 8));
    assert.deepEqual(await list(`?after=${all.length}`), []);
  });

  test('200: the last ones first, with the names of users and tokens', async () => {
    const newest = await list('?newest_first=true&limit=2&include_names=true');
    const all = await list('?limit=1000');
    const seqs = newest.map(({ seq }) => seq);
    assert.deepEqual(seqs, [all.length, all.length - 1]);
    const byName = (change: Change | undefined) => [change?.actor.split(':')[0], change?.actor_name];
    const { name } = (await ada.owner.get('/users')).json;
    const [made] = await list('?subject=publisher:ada&include_names=true');
    assert.deepEqual(byName(made), ['user', name]);
    const [{ name: tokenName }] = (await ada.owner.get('/publishers/ada/tokens')).json;
    const [published] = await list('?subject=node:robot&include_names=true');
    assert.deepEqual(byName(published), ['token', tokenName]);
    const others = await list('?limit=1000&include_names=true');
    assert.ok(others.some((change) => change.actor === 'server' && change.actor_name === undefined));
    assert.ok(all.every((change) => change.actor_name === undefined));
  });

  test('400: bounds', async () => {
    for (const query of ['after=-1', 'after=x', 'limit=x', 'limit=1.5']) {
      assertRefused(await moderator.get(`/admin/changes?${query}`), 'invalid_request', query);
    }
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.get('/admin/changes'), 'unauthenticated');
    assertRefused(await ada.owner.get('/admin/changes'), 'forbidden');
  });
});
