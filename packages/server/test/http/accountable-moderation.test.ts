import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { type Publisher, addMember, makePublisher, publishActive } from '../support/build.ts';
import { readOutbox } from '../support/read-outbox.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

const ada = '/publishers/ada';

interface Moderation {
  method: 'post' | 'put' | 'delete';
  path: string;
  body?: object;
  /** Where the reason is, if not in the body as `reason`. */
  reasonIn?: 'query' | 'status_reason';
  /** What the owners are told. */
  told: RegExp;
  /** The kind of the change that they see on their pages. */
  action: string;
}

/** Everything that moderators do to a publisher of others with a reason that they must give. */
const moderations: readonly Moderation[] = [
  {
    method: 'put',
    path: '/admin/nodes/one',
    body: { search_ranking: 5 },
    told: /"one" was changed: search_ranking/,
    action: 'node.updated',
  },
  {
    method: 'put',
    path: '/admin/nodes/one',
    body: { status: 'NodeStatusBanned' },
    told: /"one" is now banned/,
    action: 'node.updated',
  },
  {
    method: 'put',
    path: '/admin/nodes/one',
    body: { status: 'NodeStatusActive' },
    told: /"one" is now active/,
    action: 'node.updated',
  },
  { method: 'post', path: `${ada}/nodes/one/ban`, told: /"one" is now banned/, action: 'node.updated' },
  {
    method: 'put',
    path: '/admin/nodes/two/quotas',
    body: { versions: 9 },
    told: /Quotas of the node "two"/,
    action: 'node.quotas-set',
  },
  {
    method: 'put',
    path: '/admin/nodes/two/versions/1.0.0',
    body: { tags_admin: ['odd'] },
    told: /tags or the reason of version 1\.0\.0 of "two"/,
    action: 'version.moderated',
  },
  {
    method: 'put',
    path: '/admin/nodes/two/versions/1.0.0',
    body: { status: 'NodeVersionStatusBanned' },
    reasonIn: 'status_reason',
    told: /Version 1\.0\.0 of "two" is now banned/,
    action: 'version.moderated',
  },
  {
    method: 'post',
    path: `${ada}/nodes/two/rename`,
    body: { id: 'three' },
    told: /"two" has the id "three" now/,
    action: 'node.renamed',
  },
  {
    method: 'put',
    path: `/admin${ada}/quotas`,
    body: { nodes: 9 },
    told: /Quotas of the publisher/,
    action: 'publisher.quotas-set',
  },
  {
    method: 'delete',
    path: `${ada}/tokens/{token}`,
    reasonIn: 'query',
    told: /token "extra" was revoked/,
    action: 'token.revoked',
  },
  {
    method: 'delete',
    path: `${ada}/trusted-publishers/{rule}`,
    reasonIn: 'query',
    told: /trusted publisher was deleted/,
    action: 'trusted-publisher.deleted',
  },
  {
    method: 'delete',
    path: '/webhooks/{webhook}',
    reasonIn: 'query',
    told: /webhook was deleted/,
    action: 'webhook.deleted',
  },
  {
    method: 'put',
    path: `/admin${ada}`,
    body: { status: 'PublisherStatusBanned' },
    told: /publisher is now banned/,
    action: 'publisher.moderated',
  },
  {
    method: 'put',
    path: `/admin${ada}`,
    body: { status: 'PublisherStatusActive' },
    told: /publisher is now active/,
    action: 'publisher.moderated',
  },
  { method: 'post', path: `${ada}/ban`, told: /publisher is now banned/, action: 'publisher.moderated' },
  {
    method: 'post',
    path: '/admin/nodes/three/transfer',
    body: { publisher_id: 'unclaimed_nodes' },
    told: /"three" was given to the publisher/,
    action: 'node.transferred',
  },
];

suiteOnBoth('accountable moderation', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  let publisher: Publisher;
  const ids: Record<string, string> = {};
  before(async () => {
    publisher = await makePublisher(server, 'ada');
    for (const node of ['one', 'two']) await publishActive(server, publisher, node, '1.0.0');
    await addMember(publisher, await server.user('second'), 'owner');
    await addMember(publisher, await server.user('member'));
    ids['token'] = (await publisher.owner.post(`${ada}/tokens`, { name: 'extra' })).json.id;
    const rule = { issuer: 'github', repository: 'ada/pack', workflows: ['publish.yml'] };
    ids['rule'] = (await publisher.owner.post(`${ada}/trusted-publishers`, rule)).json.id;
    ids['webhook'] = (
      await publisher.owner.post(`${ada}/webhooks`, { url: 'https://localhost:65535/' })
    ).json.id;
  });
  const to = (name: string) => readOutbox(server, `${name}@example.org`);

  for (const [
    index,
    { method, path, body = {}, reasonIn = 'reason', told, action },
  ] of moderations.entries()) {
    test(`${method} ${path} ${JSON.stringify(body)}: refused without a reason; owners are told why`, async () => {
      const address = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '');
      const send = (reason: string | undefined) => {
        const query =
          reasonIn === 'query' && reason !== undefined ? `?reason=${encodeURIComponent(reason)}` : '';
        const sent =
          reasonIn === 'query'
            ? undefined
            : { ...body, ...(reason === undefined ? {} : { [reasonIn]: reason }) };
        return moderator.send(method.toUpperCase(), address + query, sent);
      };
      assertRefused(await send(undefined), 'invalid_request');
      assertRefused(await send('  '), 'invalid_request');
      const reason = `Because of case ${index}.`;
      const done = await send(reason);
      assert.ok(done.status < 300, done.text);
      for (const owner of ['owner-of-ada', 'second']) {
        const mail = (await to(owner)).at(-1);
        assert.match(mail?.text.replaceAll(/\s+/g, ' ') ?? '', told);
        assert.match(mail?.text.replaceAll(/\s+/g, ' ') ?? '', new RegExp(`Reason: ${reason}`));
        assert.doesNotMatch(mail?.text ?? '', /moderator@example/, 'not who did it');
      }
      const { changes } = (await publisher.owner.get(`${ada}/audit`)).json;
      const seen = changes.find((change: { reason?: string }) => change.reason === reason);
      if (action === 'node.transferred') return;
      assert.deepEqual([seen?.action, seen?.by.kind], [action, 'other']);
    });
  }

  test('members who are no owners are told nothing, nor is a moderator about their own publisher', async () => {
    assert.equal(
      (await to('member')).filter(({ headers }) => /moderator acted/.test(headers['subject'] ?? '')).length,
      0,
    );
    const own = await moderator.post('/publishers', { id: 'own' });
    assert.equal(own.status, 201, own.text);
    await moderator.post('/publishers/own/nodes', { id: 'own-node' });
    await moderator.put('/publishers/own/nodes/own-node', { description: 'New' });
    assert.deepEqual(await to('moderator'), []);
  });

  test('the contract takes a moderator’s update of a node and an app-node without a reason, and tells it', async () => {
    const bob = await makePublisher(server, 'bob');
    await publishActive(server, bob, 'plain', '1.0.0');
    const version = '/nodes/plain/versions/1.0.0';
    await moderator.post(`${version}/app-nodes`, { nodes: { Sharpen: {} } });
    const ban = { policy: 'AppNodePolicyBanned' };
    assert.equal((await moderator.put(`${version}/app-nodes/Sharpen`, ban)).status, 200);
    const told = (await to('owner-of-bob')).at(-1)?.text.replaceAll(/\s+/g, ' ');
    assert.match(told ?? '', /The app-node "Sharpen" of version 1\.0\.0 of "plain" is now banned/);
    const edit = await moderator.put('/publishers/bob/nodes/plain', { status: 'NodeStatusBanned' });
    assert.equal(edit.status, 200, edit.text);
    assert.match((await to('owner-of-bob')).at(-1)?.text ?? '', /"plain" is now banned/);
  });

  test('a user is told of a ban and of its end', async () => {
    const { id } = (await (await server.user('banned')).get('/users')).json;
    await moderator.put(`/admin/users/${id}`, { banned: true, reason: 'Spam.' });
    await moderator.put(`/admin/users/${id}`, { banned: false, reason: 'Appealed.' });
    const texts = (await to('banned')).map(({ text }) => text).join();
    assert.match(texts, /Your account was banned\. Reason: Spam\./);
    assert.match(texts, /The ban was lifted\. Reason: Appealed\./);
  });
});
