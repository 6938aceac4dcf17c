import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type QuotaNameOf, type Usage, quotas } from '@patchbay/contract';
import { assertRefused } from '../support/assert-refused.ts';
import {
  addMember,
  type Published,
  makePublisher,
  publication,
  publishActive,
  publishPending,
  uniqueId,
  zip,
} from '../support/build.ts';
import { Client, type Reply } from '../support/client.ts';
import { hours } from '../support/clock.ts';
import { meetAtWrite } from '../support/meet-at-write.ts';
import { password, startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

type Publisher = Awaited<ReturnType<typeof makePublisher>>;

suiteOnBoth('quotas', async () => {
  const server = await startServer({ after }, { TRUSTED_ISSUERS: 'https://ci.example.org' });
  const { anonymous } = server;
  const moderator = await server.moderator();

  const make = () => makePublisher(server, uniqueId('quota'));
  const usageOf = async ({ id, owner }: Publisher): Promise<Usage<'publisher'>> =>
    (await owner.get(`/publishers/${id}/usage`)).json;
  const set = async (path: string, maxima: object): Promise<void> => {
    const reply = await moderator.put(`/admin/${path}/quotas`, { ...maxima, reason: 'Asked for.' });
    assert.equal(reply.status, 200, reply.text);
  };
  /** Leaves room for one more of it. */
  const leaveOne = async (publisher: Publisher, name: QuotaNameOf<'publisher'>): Promise<void> => {
    const { used = 0 } = (await usageOf(publisher))[name];
    await set(`publishers/${publisher.id}`, { [name]: used + 1 });
  };
  const usedOf = async (publisher: Publisher, name: QuotaNameOf<'publisher'>) =>
    (await usageOf(publisher))[name].used;
  /** Sends both so that each has read what it reads before either writes: one of them has its place. */
  const race = async (send: (index: number) => Promise<Reply>): Promise<void> => {
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([send(0), send(1)]);
    const [taken, refused] = replies.sort((one, other) => one.status - other.status);
    assert.ok(taken && refused);
    assert.ok(taken.status < 300, taken.text);
    assertRefused(refused, 'quota_exceeded');
  };
  const createNode = ({ id, owner }: Publisher, as: Client = owner) =>
    as.post(`/publishers/${id}/nodes`, { id: uniqueId('bounded') });

  test('403: one publisher more than the account may create, deleted ones included', async () => {
    const ada = await server.user('ada');
    const create = () => ada.post('/publishers', { id: uniqueId('owned') });
    for (let made = 0; made < 9; made += 1) assert.equal((await create()).status, 201);
    const last = await create();
    assert.equal((await ada.delete(`/publishers/${last.json.id}`)).status, 204);
    const refused = await create();
    assertRefused(refused, 'quota_exceeded');
    assert.equal(
      refused.json.message,
      'Your account uses 10 of at most 10 publishers, and this needs 1 more. Ask a moderator to raise the quota "publishers".',
    );
    const me = (await ada.get('/users')).json;
    assert.deepEqual(me.quotas.publishers, { used: 10, max: 10 });
    await set(`users/${me.id}`, { publishers: 11 });
    await race(create);
  });

  test('403: a review more than the account may give; another one of the same node is none', async () => {
    const [publisher, eve] = [await make(), await server.user('eve')];
    const nodes = [await createNode(publisher), await createNode(publisher)];
    const review = (index: number, star: number) =>
      eve.post(`/nodes/${nodes[index]?.json.id}/reviews?star=${star}`);
    await set(`users/${(await eve.get('/users')).json.id}`, { reviews: 1 });
    assert.equal((await review(0, 1)).status, 200);
    assert.deepEqual([(await review(0, 5)).json.rating, (await review(0, 4)).json.rating], [5, 4]);
    assertRefused(await review(1, 5), 'quota_exceeded');
  });

  test('403: a node more, created or published, of two at once one', async () => {
    const publisher = await make();
    await leaveOne(publisher, 'nodes');
    await race(() => createNode(publisher));
    const { id, owner, token } = publisher;
    const path = `/publishers/${id}/nodes/${uniqueId('new')}/versions` as const;
    assertRefused(await owner.post(path, publication(token, '1.0.0')), 'quota_exceeded');
    assert.equal((await usageOf(publisher)).pending_versions.used, 0, 'nothing of it is kept');
    await set(`publishers/${id}`, { nodes: null });
    assert.equal((await owner.post(path, publication(token, '1.0.0'))).status, 201);
  });

  test('a deleted node stays counted: its id stays taken', async () => {
    const publisher = await make();
    const { id } = (await createNode(publisher)).json;
    assert.equal((await publisher.owner.delete(`/publishers/${publisher.id}/nodes/${id}`)).status, 204);
    assert.equal(await usedOf(publisher, 'nodes'), 1);
  });

  test('403: a version more of a node; a repeated publish is none', async () => {
    const publisher = await make();
    const { id, owner, token } = publisher;
    const node = uniqueId('versioned');
    await publishActive(server, publisher, node, '1.0.0');
    await set(`nodes/${node}`, { versions: 2 });
    const publish = (version: string) =>
      owner.post(`/publishers/${id}/nodes/${node}/versions`, publication(token, version));
    await race((index) => publish(`1.${index + 1}.0`));
    assertRefused(await publish('2.0.0'), 'quota_exceeded');
    assert.deepEqual((await moderator.put(`/admin/nodes/${node}/quotas`, {})).json, {
      versions: { used: 2, max: 2 },
      ids: { used: 0, max: quotas.ids.default },
    });
    const { json } = await server.anonymous.get(`/nodes/${node}/versions?statuses=NodeVersionStatusPending`);
    assert.deepEqual(json, [], 'a version without a package is in no public list');
    const taken = (await publish('1.1.0')).status === 201 ? '1.1.0' : '1.2.0';
    assert.equal((await publish(taken)).status, 201);
    await owner.delete(`/publishers/${id}/nodes/${node}/versions/${taken}`);
    assert.equal((await publish('2.0.0')).status, 201, 'one whose package never came frees its place');
  });

  test('403: a Pending version more; a check, a deletion and a deadline free it', async () => {
    const publisher = await make();
    const { id, owner, token } = publisher;
    const [checked, deleted] = [uniqueId('checked'), uniqueId('deleted')];
    const publish = (node: string, version = '1.0.0') =>
      owner.post(`/publishers/${id}/nodes/${node}/versions`, publication(token, version));
    const { signedUrl, bytes } = await publishPending(publisher, checked, '1.0.0');
    await leaveOne(publisher, 'pending_versions');
    await race((index) => publish(deleted, `1.0.${index}`));
    assertRefused(await publish(uniqueId('more')), 'quota_exceeded');
    assert.equal((await anonymous.upload(signedUrl, bytes)).status, 200);
    await server.settle();
    assert.equal(await usedOf(publisher, 'pending_versions'), 1);
    for (const number of ['1.0.0', '1.0.1']) {
      await owner.delete(`/publishers/${id}/nodes/${deleted}/versions/${number}`);
    }
    assert.equal(await usedOf(publisher, 'pending_versions'), 0);
    await publish(deleted, '3.0.0');
    server.clock.advance(hours(25));
    await server.settle();
    assert.equal(await usedOf(publisher, 'pending_versions'), 0);
  });

  test('a check that is asked for again is counted, and never refused', async () => {
    const publisher = await make();
    const node = uniqueId('again');
    await publishActive(server, publisher, node, '1.0.0');
    await set(`publishers/${publisher.id}`, { pending_versions: 0 });
    await moderator.put(`/admin/nodes/${node}/versions/1.0.0`, {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'To be looked at.',
    });
    const asked = await moderator.post(`/nodes/${node}/versions/1.0.0/check`);
    assert.equal(asked.status, 200, asked.text);
    await server.settle();
    assert.equal(await usedOf(publisher, 'pending_versions'), 0);
  });

  test('403: package bytes, refused by the declared length before the body', async () => {
    const publisher = await make();
    const node = uniqueId('heavy');
    const first = await publishActive(server, publisher, node, '1.0.0');
    assert.equal(await usedOf(publisher, 'package_bytes'), first.bytes.length);
    const next = await publishPending(publisher, node, '2.0.0');
    const room = next.bytes.length - 1;
    await set(`publishers/${publisher.id}`, { package_bytes: first.bytes.length + room });
    const refused = await anonymous.upload(next.signedUrl, next.bytes);
    if (next.signedUrl.startsWith(server.url)) {
      assertRefused(refused, 'quota_exceeded');
      assert.match(
        refused.json.message,
        /^The publisher "quota-\d+" uses \d+ of at most \d+ bytes of packages/,
      );
      await set(`publishers/${publisher.id}`, { package_bytes: null });
      assert.equal((await anonymous.upload(next.signedUrl, next.bytes)).status, 200);
    }
    await publisher.owner.delete(`/publishers/${publisher.id}/nodes/${node}/versions/1.0.0`);
    await server.settle();
    const kept = first.bytes.length + next.bytes.length;
    assert.equal(await usedOf(publisher, 'package_bytes'), kept, 'the package of a deleted version is kept');
  });

  test('403: of two packages at once, one has its place', async () => {
    const publisher = await make();
    const uploads: Published[] = [];
    for (const version of ['1.0.0', '2.0.0']) {
      uploads.push(await publishPending(publisher, uniqueId('both'), version));
    }
    const [{ bytes, signedUrl } = { bytes: new Uint8Array(), signedUrl: '' }] = uploads;
    if (!signedUrl.startsWith(server.url)) return;
    await set(`publishers/${publisher.id}`, { package_bytes: bytes.length });
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all(
      uploads.map((upload) => anonymous.upload(upload.signedUrl, upload.bytes)),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 403]));
    assert.equal(await usedOf(publisher, 'package_bytes'), bytes.length);
    await server.settle();
  });

  test('app-nodes over the quota of a publisher are left out, and an update is refused', async () => {
    const publisher = await make();
    const node = uniqueId('defined');
    const source = [
      'class Blur:',
      '    @classmethod',
      '    def INPUT_TYPES(cls):',
      '        return {"required": {}}',
      '    RETURN_TYPES = ("IMAGE",)',
      '    FUNCTION = "run"',
      'NODE_CLASS_MAPPINGS = {"Blur": Blur}',
    ].join('\n');
    const publish = async (version: string) => {
      const { signedUrl } = await publishPending(publisher, node, version);
      await anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
      await server.settle();
      const { extraction } = (await publisher.owner.get(`/nodes/${node}/versions/${version}/findings`)).json;
      return JSON.stringify(extraction.problems);
    };
    assert.equal(await publish('1.0.0'), '[]');
    const bytes = (await usedOf(publisher, 'definition_bytes')) ?? 0;
    assert.ok(bytes > 20);
    await set(`publishers/${publisher.id}`, { definition_bytes: bytes * 2 - 1 });
    assert.match(await publish('2.0.0'), /exceed the quota/);
    assert.equal(await usedOf(publisher, 'definition_bytes'), bytes);
    const update = (description: string) =>
      publisher.owner.put(`/nodes/${node}/versions/1.0.0/app-nodes/Blur`, { description });
    assertRefused(await update('x'.repeat(bytes)), 'quota_exceeded');
    assert.equal((await update('short')).status, 200);
    const used = (await usedOf(publisher, 'definition_bytes')) ?? 0;
    assert.equal((await update('shorter')).status, 200);
    assert.equal(await usedOf(publisher, 'definition_bytes'), used + 2);
  });

  test('403: a token more; one that is revoked frees its place', async () => {
    const publisher = await make();
    const path = `/publishers/${publisher.id}/tokens` as const;
    const create = () => publisher.owner.post(path, { name: 'bounded' });
    await leaveOne(publisher, 'tokens');
    await race(create);
    const [{ id }] = (await publisher.owner.get(path)).json;
    assert.equal((await publisher.owner.delete(`${path}/${id}`)).status, 204);
    assert.equal((await create()).status, 201);
  });

  test('403: a member more; one that leaves frees the place, also of the tokens', async () => {
    const publisher = await make();
    const names = [uniqueId('guest'), uniqueId('guest')];
    const path = `/publishers/${publisher.id}/members` as const;
    const guests = await Promise.all(names.map((name) => server.user(name)));
    const invitations = await Promise.all(
      names.map(
        async (name): Promise<string> =>
          (await publisher.owner.post(path, { email: `${name}@example.org`, role: 'owner' })).json.id,
      ),
    );
    const add = (index: number) =>
      (guests[index] ?? publisher.owner).post(`/users/invitations/${invitations[index]}/accept`);
    await leaveOne(publisher, 'members');
    await race((index) => add(index));
    const [, guest] = (await publisher.owner.get(path)).json;
    const index = names.indexOf(guest.user.name);
    const as = guests[index] ?? publisher.owner;
    assert.equal((await as.post(`/publishers/${publisher.id}/tokens`, { name: 'own' })).status, 201);
    assert.equal(await usedOf(publisher, 'tokens'), 2);
    assert.equal((await publisher.owner.delete(`${path}/${guest.id}`)).status, 204);
    assert.deepEqual([await usedOf(publisher, 'tokens'), await usedOf(publisher, 'members')], [1, 1]);
    assert.equal((await add(1 - index)).status, 200);
  });

  test('403: changes that would take more of the log than the account may, by a session or a token', async () => {
    const publisher = await make();
    const { id: node } = (await createNode(publisher)).json;
    const path = `/publishers/${publisher.id}/nodes/${node}` as const;
    const me = async () => (await publisher.owner.get('/users')).json;
    const update = (description: string) => publisher.owner.put(path, { description });
    const used = async (): Promise<number> => (await me()).quotas.change_bytes.used;
    const before = await used();
    assert.equal((await update('x'.repeat(1_000))).status, 200);
    assert.equal((await update('y'.repeat(1_000))).status, 200);
    const more = (await used()) - before;
    assert.ok(more > 3_000 && more < 4_000, `what it was and what it became: ${more}`);
    await set(`users/${(await me()).id}`, { change_bytes: (await used()) + 1_000 });
    assertRefused(await update('z'.repeat(1_000)), 'quota_exceeded');
    const headers = { authorization: `Bearer ${publisher.token}` };
    assertRefused(await anonymous.put(path, { description: '' }, headers), 'quota_exceeded');
    assert.equal((await anonymous.get(`/nodes/${node}`)).json.description, 'y'.repeat(1_000));
    assert.equal((await moderator.put(path, { description: 'by a moderator' })).status, 200);
  });

  test('what takes away is counted, and never refused', async () => {
    const publisher = await make();
    const { id, owner } = publisher;
    const guest = await server.user(uniqueId('guest'));
    const nodes = [uniqueId('ended'), uniqueId('ended'), uniqueId('ended')];
    for (const node of nodes) await publishActive(server, publisher, node, '1.0.0');
    await publishActive(server, publisher, nodes[2] ?? '', '2.0.0');
    const create = async (path: string, body: object): Promise<string> =>
      (await owner.post(`/publishers/${id}/${path}`, body)).json.id;
    const spare = await create('tokens', { name: 'spare' });
    const rule = (repository: string) => ({ issuer: 'https://ci.example.org', claims: { repository } });
    const receiver = { url: 'https://hooks.example.org' };
    const ruleId = await create('trusted-publishers', rule('ada/one'));
    await create('trusted-publishers', rule('ada/two'));
    const [off, gone] = [await create('webhooks', receiver), await create('webhooks', receiver)];
    const deleting = await owner.post(`/publishers/${id}/tokens`, { name: 'deletes', actions: ['delete'] });
    const { email } = (await addMember(publisher, guest, 'owner')).user;
    // What ends with the membership.
    await guest.post(`/publishers/${id}/trusted-publishers`, rule('guest/one'));
    await guest.post(`/publishers/${id}/webhooks`, receiver);
    const members = (await owner.get(`/publishers/${id}/members`)).json;
    const idOf = (who: string) =>
      members.find(({ user }: { user: { email: string } }) => user.email === who).id;

    for (const client of [owner, guest]) {
      await set(`users/${(await client.get('/users')).json.id}`, { change_bytes: 0 });
    }
    const used = async () => (await owner.get('/users')).json.quotas.change_bytes.used;
    const before = await used();
    assertRefused(await owner.put(`/publishers/${id}`, { name: 'Other' }), 'quota_exceeded');
    const byToken = new Client(server.url, deleting.json.token);
    const node = (index: number) => `/publishers/${id}/nodes/${nodes[index]}`;
    const endings: [Client, string, string, object?][] = [
      [owner, 'DELETE', `/publishers/${id}/tokens/${spare}`],
      [owner, 'DELETE', `/publishers/${id}/trusted-publishers/${ruleId}`],
      [owner, 'PUT', `/webhooks/${off}`, { enabled: false }],
      [owner, 'DELETE', `/webhooks/${gone}`],
      [guest, 'DELETE', `/publishers/${id}/members/${idOf(email)}`],
      [owner, 'POST', '/auth/change-password', { currentPassword: password, newPassword: `${password} 2` }],
      [byToken, 'DELETE', `${node(2)}/versions/1.0.0`],
      [owner, 'DELETE', `${node(2)}/versions/2.0.0`],
      [owner, 'DELETE', node(0)],
      [owner, 'PUT', node(1), { status: 'NodeStatusDeleted' }],
      [byToken, 'DELETE', node(2)],
    ];
    for (const [client, method, path, body] of endings) {
      const { status, text } = await client.send(method, path, body);
      assert.ok(status < 300, `${method} ${path}: ${text}`);
    }
    assertRefused(await owner.put(node(1), { status: 'NodeStatusActive' }), 'quota_exceeded');
    assert.equal((await owner.delete(`/publishers/${id}`)).status, 204);
    assert.ok((await used()) > before, 'it is counted nevertheless');
    const log = await moderator.get(`/admin/changes?subject=node:${(nodes[1] ?? '').toLowerCase()}`);
    assert.equal(log.json.changes.at(-1).action, 'node.deleted');
  });

  test('a moderator is not held by quotas, so that a catalogue can be imported', async () => {
    const { id } = (await moderator.get('/users')).json;
    await set(`users/${id}`, { publishers: 0 });
    const made = await moderator.post('/publishers', { id: uniqueId('imported') });
    assert.equal(made.status, 201, made.text);
    const publisher = { ...(await make()), id: made.json.id, owner: moderator };
    await set(`publishers/${publisher.id}`, { nodes: 0, tokens: 0 });
    assert.equal((await createNode(publisher)).status, 201);
    const token = await moderator.post(`/publishers/${publisher.id}/tokens`, { name: 'import' });
    assert.equal(token.status, 201, token.text);
    assert.equal(await usedOf(publisher, 'nodes'), 1);
  });
});
