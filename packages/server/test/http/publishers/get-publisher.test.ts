import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

interface Member {
  role: string;
  user: { name: string; email?: string };
}

suiteOnBoth('get-publisher', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const member = await server.user('member');
  await addMember(ada, member);

  test('200: the publisher and its members, to anybody', async () => {
    const { createdAt, members, ...publisher } = (await server.anonymous.get('/publishers/ada')).json;
    assert.deepEqual(publisher, {
      id: 'ada',
      name: 'Publisher ada',
      status: 'PublisherStatusActive',
      totals: { nodes: 0, downloads: 0 },
    });
    assert.match(createdAt, /Z$/);
    assert.deepEqual(
      members.map(({ role, user }: Member) => [role, user.name]),
      [
        ['owner', 'owner-of-ada'],
        ['member', 'member'],
      ],
    );
  });

  test('200: e-mail addresses are for members and moderators alone', async () => {
    const emails = async (caller: typeof member, headers?: Record<string, string>) =>
      (await caller.get('/publishers/ada', headers)).json.members.map(({ user }: Member) => user.email);
    for (const insider of [ada.owner, member, await server.moderator()]) {
      assert.deepEqual(await emails(insider), ['owner-of-ada@example.org', 'member@example.org']);
    }
    const bob = await makePublisher(server, 'bob');
    for (const outsider of [server.anonymous, bob.owner]) {
      assert.deepEqual(await emails(outsider), [undefined, undefined]);
    }
    const headers = { authorization: `Bearer ${ada.token}` };
    assert.deepEqual(await emails(server.anonymous, headers), [undefined, undefined], 'nor for tokens');
  });

  test('200: a banned publisher says so', async () => {
    const moderator = await server.moderator();
    await makePublisher(server, 'banned');
    await moderator.put('/admin/publishers/banned', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    const reply = await server.anonymous.get('/publishers/banned');
    assert.deepEqual([reply.status, reply.json.status], [200, 'PublisherStatusBanned']);
  });

  test('200: totals of the nodes that are listed', async () => {
    const moderator = await server.moderator();
    const cleo = await makePublisher(server, 'cleo');
    for (const id of ['one', 'two', 'gone']) await publishActive(server, cleo, id, '1.0.0');
    await server.anonymous.get('/nodes/one/install');
    await server.anonymous.get('/nodes/gone/install');
    await server.server.context.downloads.flush();
    const banned = await moderator.post('/publishers/cleo/nodes/gone/ban', { reason: 'Checked.' });
    assert.equal(banned.status, 204, banned.text);
    const { totals } = (await server.anonymous.get('/publishers/cleo')).json;
    assert.deepEqual(totals, { nodes: 2, downloads: 1 });
  });

  test('404: no such publisher', async () => {
    for (const id of ['nobody', 'ADA', '%20']) {
      assertRefused(await server.anonymous.get(`/publishers/${id}`), 'publisher_not_found', id);
    }
  });
});
