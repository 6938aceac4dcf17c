import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { meetAtWrite } from '../support/meet-at-write.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const path = '/publishers/ada/nodes/My-Node';

suite('update-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const member = await server.user('member');
  await ada.owner.post('/publishers/ada/members', { email: 'member@example.org', role: 'member' });
  await publishActive(server, ada, 'My-Node', '1.0.0');
  const read = async () => (await ada.owner.get('/nodes/my-node?include_translations=true')).json;

  test('200: keys present change, all others stay, and the node comes back', async () => {
    const everything = {
      name: 'My node',
      author: 'Ada',
      description: 'Does it.',
      banner_url: 'https://example.org/banner.png',
      icon: 'https://example.org/icon.png',
      category: 'image',
      license: 'LICENSE',
      repository: 'https://example.org/repository',
      supported_accelerators: ['CUDA'],
      supported_app_frontend_version: '>=1',
      supported_app_version: '>=2',
      supported_os: ['Linux'],
      tags: ['a', 'b'],
      translations: { de: { name: 'Mein Knoten' } },
    };
    const before = await read();
    assert.equal((await member.put(path, everything)).status, 200);
    const reply = await member.put('/publishers/ada/nodes/MY-NODE', { tags: [], author: '' });
    assert.deepEqual(reply.json, { ...before, ...everything, tags: [], author: '' });
    assert.deepEqual(reply.json, await read());
  });

  test('200: a member sends a whole object back, whatever the server or a moderator wrote into it', async () => {
    await moderator.put(path, {
      status_detail: 'Fine.',
      tags_admin: ['watched'],
      search_ranking: 3,
      preempted_app_node_names: ['Load'],
      github_stars: 7,
    });
    const whole = await read();
    const reply = await member.put(path, { ...whole, name: 'Renamed', unknown: { key: 1 } });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, { ...whole, name: 'Renamed' });
  });

  test('200: keys of the server are accepted and ignored', async () => {
    const before = await read();
    const reply = await moderator.put(path, {
      id: 'MY-node',
      created_at: '2000-01-01T00:00:00.000Z',
      downloads: 10_000,
      latest_version: { version: '9.9.9' },
      publisher: { id: 'mallory' },
      rating: 5,
    });
    assert.deepEqual(reply.json, before);
  });

  test('200: updates of different keys at once both survive', async () => {
    const keys = ['name', 'author', 'description', 'category', 'license', 'repository'];
    meetAtWrite(server.server.context, keys.length);
    await Promise.all(keys.map((key) => ada.owner.put(path, { [key]: `at once: ${key}` })));
    const node = await read();
    for (const key of keys) assert.equal(node[key], `at once: ${key}`);
  });

  test('200: a member deletes and restores, a moderator bans and lifts', async () => {
    const move = (caller: typeof member, status: string) => caller.put(path, { status });
    assert.equal((await move(member, 'NodeStatusDeleted')).json.status, 'NodeStatusDeleted');
    assertRefused(await server.anonymous.get('/nodes/my-node'), 'node_not_found');
    assert.equal((await move(member, 'NodeStatusActive')).json.status, 'NodeStatusActive');
    assert.equal((await move(moderator, 'NodeStatusBanned')).json.status, 'NodeStatusBanned');
    assertRefused(await move(moderator, 'NodeStatusDeleted'), 'illegal_transition');
    assert.equal((await move(moderator, 'NodeStatusActive')).json.status, 'NodeStatusActive');
    await move(member, 'NodeStatusDeleted');
    assert.equal((await move(moderator, 'NodeStatusBanned')).status, 200, 'a deleted node can be banned');
    await move(moderator, 'NodeStatusActive');
  });

  test('200: a node whose name is a word of another path', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'v2' });
    assert.equal((await ada.owner.put('/publishers/ada/nodes/v2', { name: 'Two' })).json.name, 'Two');
    assert.equal((await ada.owner.delete('/publishers/ada/nodes/v2')).status, 204);
    assertRefused(await ada.owner.post('/publishers/ada/nodes/v2', {}), 'method_not_allowed');
  });

  test('200: what changed is in the log, what did not is not', async () => {
    const reply = await moderator.put(path, { name: 'Logged', github_stars: 7 });
    const again = await moderator.put(path, { name: 'Logged' });
    const { changes } = (await moderator.get('/admin/changes?limit=1000&subject=node:my-node')).json;
    const of = (request: typeof reply) =>
      changes.filter(
        ({ request_id }: { request_id?: string }) => request_id === request.headers.get('x-request-id'),
      );
    assert.equal(of(reply).length, 1);
    assert.deepEqual(of(reply)[0].after, { name: 'Logged' });
    assert.deepEqual(of(again), []);
  });

  test('400: an id other than that of the path, wrong types and texts over their bounds', async () => {
    const mismatch = await member.put(path, { id: 'other', name: 'Never' });
    assertRefused(mismatch, 'id_mismatch');
    assert.equal(mismatch.json.details[0].path, '/id');
    const reply = await member.put(path, {
      name: 'n'.repeat(201),
      description: 'd'.repeat(10_001),
      icon: `https://example.org/${'i'.repeat(2048)}`,
      tags: Array.from({ length: 101 }, () => 'tag'),
      author: 1,
      license: null,
      status: 'NodeStatusUnheardOf',
    });
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(
      new Set(reply.json.details.map((detail: { path: string }) => detail.path)),
      new Set(['/name', '/description', '/icon', '/tags', '/author', '/license', '/status']),
    );
    assert.equal((await read()).name, 'Logged');
  });

  test('401: without a Bearer', async () => {
    assertRefused(await server.anonymous.put(path, {}), 'unauthenticated');
  });

  test('403: somebody of another publisher', async () => {
    const bob = await makePublisher(server, 'bob');
    assertRefused(await bob.owner.put(path, { name: 'Never' }), 'forbidden');
  });

  test('403: a member who changes what belongs to a moderator changes nothing', async () => {
    const reply = await member.put(path, {
      name: 'Never',
      tags_admin: [],
      github_stars: 7,
      search_ranking: 4,
    });
    assertRefused(reply, 'forbidden_field');
    assert.deepEqual(reply.json.details.map((detail: { path: string }) => detail.path).sort(), [
      '/search_ranking',
      '/tags_admin',
    ]);
    const node = await read();
    assert.deepEqual([node.name, node.search_ranking], ['Logged', 3]);
  });

  test('403: nobody but a moderator writes to a banned node or for a banned publisher', async () => {
    await moderator.put(path, { status: 'NodeStatusBanned' });
    assertRefused(await member.put(path, { name: 'Never' }), 'node_banned');
    assert.equal((await moderator.put(path, { status: 'NodeStatusActive' })).status, 200);
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await member.put(path, { name: 'Never' }), 'publisher_banned');
    await move('PublisherStatusActive');
    assert.equal((await read()).name, 'Logged');
  });

  test('404: no such publisher, no such node, a node of another publisher', async () => {
    assertRefused(await ada.owner.put('/publishers/nobody/nodes/my-node', {}), 'publisher_not_found');
    assertRefused(await ada.owner.put('/publishers/ada/nodes/none', {}), 'node_not_found');
    assertRefused(await moderator.put('/publishers/bob/nodes/my-node', {}), 'node_not_found');
  });

  test('409: a ban by a member is an illegal move', async () => {
    assertRefused(await member.put(path, { status: 'NodeStatusBanned' }), 'illegal_transition');
    assert.equal((await read()).status, 'NodeStatusActive');
  });
});
