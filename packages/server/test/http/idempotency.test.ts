import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, endpoints, limits, takesIdempotencyKey } from '@patchbay/contract';
import { reap } from '../../src/packages/reap.ts';
import { upsertKeptRequest } from '../../src/store/rows/idempotency-keys.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { addMember, makePublisher, publication, publishFiles, uniqueId } from '../support/build.ts';
import type { Client, Reply } from '../support/client.ts';
import { hours, minutes } from '../support/clock.ts';
import { setModerator } from '../../src/lifecycle/user.ts';
import { insertProposal } from '../../src/store/rows/proposals.ts';
import { countChanges } from '../support/count-changes.ts';
import { enqueueJob } from '../support/enqueue-job.ts';
import { holdWrite } from '../support/hold-write.ts';
import { someOf } from '../support/length.ts';
import { makeData } from '../support/make-data.ts';
import { makeDelivery } from '../support/make-delivery.ts';
import { postgresUrl } from '../support/postgres-database.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { startServer } from '../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

const keyed = (key: string) => ({ 'idempotency-key': key });
const engines = postgresUrl === undefined ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const);
const isReplayed = ({ headers }: Reply): boolean => headers.get('idempotent-replayed') === 'true';

suiteOnBoth('Idempotency-Key', async () => {
  const server = await startServer({ after });
  const { context } = server.server;
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const createNode = (key: string, body: object, caller: Client = ada.owner): Promise<Reply> =>
    caller.post('/publishers/ada/nodes', body, keyed(key));

  /** A request to each endpoint that takes a key, which would come to something else the second time. */
  const requests: Readonly<Record<string, () => Promise<[Client, string, unknown?]>>> = {
    publishVersion: async () => [
      ada.owner,
      `/publishers/ada/nodes/${uniqueId('once')}/versions`,
      publication(ada.token, '1.0.0'),
    ],
    checkVersion: async () => {
      const id = await active();
      const flagged = { status: 'NodeVersionStatusFlagged', status_reason: 'To be looked at.' };
      assert.equal((await moderator.put(`/admin/nodes/${id}/versions/1.0.0`, flagged)).status, 200);
      return [moderator, `/nodes/${id}/versions/1.0.0/check`];
    },
    extractVersion: async () => [moderator, `/nodes/${await active()}/versions/1.0.0/extract`],
    createNode: async () => [ada.owner, '/publishers/ada/nodes', { id: uniqueId('once') }],
    addTranslations: async () => [
      ada.owner,
      `/nodes/${await node()}/translations`,
      { data: { de: { name: 'Knoten' } } },
    ],
    reportNode: async () => [moderator, `/nodes/${await node()}/reports`, { reason: 'other', text: 'Once.' }],
    reviewNode: async () => [moderator, `/nodes/${await node()}/reviews?star=4`],
    renameNode: async () => [
      ada.owner,
      `/publishers/ada/nodes/${await node()}/rename`,
      { id: uniqueId('once') },
    ],
    claimNode: async () => [ada.owner, `/publishers/ada/nodes/${await node()}/claim-my-node`],
    createAppNodes: async () => [
      moderator,
      `/nodes/${await active()}/versions/1.0.0/app-nodes`,
      { nodes: { Sharpen: {} } },
    ],
    createPublisher: async () => [moderator, '/publishers', { id: uniqueId('once') }],
    inviteMember: async () => [
      ada.owner,
      '/publishers/ada/members',
      { email: 'moderator@example.org', role: 'member' },
    ],
    createToken: async () => [ada.owner, '/publishers/ada/tokens', { name: 'once' }],
    createTrustedPublisher: async () => [
      ada.owner,
      '/publishers/ada/trusted-publishers',
      { issuer: 'github', repository: 'octo-org/octo-repo', workflows: ['publish.yml'] },
    ],
    createPublisherWebhook: async () => [ada.owner, '/publishers/ada/webhooks', { url: receiver }],
    createRegistryWebhook: async () => [moderator, '/admin/webhooks', { url: receiver }],
    rotateWebhookSecret: async () => [ada.owner, `/webhooks/${await webhook()}/secret`],
    testWebhook: async () => [ada.owner, `/webhooks/${await webhook()}/test`],
    replayWebhookDelivery: async () => {
      const id = await webhook();
      return [ada.owner, `/webhooks/${id}/deliveries/${await makeDelivery(server, id)}/replay`];
    },
    createUnclaimedNode: async () => [moderator, '/admin/nodes', { id: uniqueId('once') }],
    banNode: async () => [moderator, `/publishers/ada/nodes/${await node()}/ban`, { reason: 'Once.' }],
    banPublisher: async () => {
      const { id } = await makePublisher(server, uniqueId('once'));
      return [moderator, `/publishers/${id}/ban`, { reason: 'Once.' }];
    },
    transferNode: async () => [
      moderator,
      `/admin/nodes/${await node()}/transfer`,
      { publisher_id: (await makePublisher(server, uniqueId('heir'))).id, reason: 'Asked for.' },
    ],
    retryJob: async () => [moderator, `/admin/jobs/${await enqueueJob(server)}/retry`, { reason: 'Once.' }],
    dropJob: async () => [moderator, `/admin/jobs/${await enqueueJob(server)}/drop`, { reason: 'Once.' }],
    approveProposal: async () => [moderator, `/admin/proposals/${await proposal()}/approve`],
    rejectProposal: async () => [
      moderator,
      `/admin/proposals/${await proposal()}/reject`,
      { reason: 'Once.' },
    ],
    createModeratorToken: async () => [moderator, '/admin/generate-token'],
  };
  const proposal = async (): Promise<string> => {
    const [asking, candidate] = await Promise.all(
      ['asking', 'candidate'].map(
        async (name) => (await (await server.user(uniqueId(name))).get('/users')).json as { id: string },
      ),
    );
    const { store } = server.server.context;
    await setModerator(store, { actor: 'operator' }, asking?.id ?? '', true);
    return store.write({ actor: 'server' }, (tx) =>
      insertProposal(tx, {
        moderation: 'user',
        params: { userId: candidate?.id },
        body: { isAdmin: true, reason: 'Once.' },
        aim: 'make-moderator',
        subject: `user:${candidate?.id}`,
        about: 'candidate',
        reason: 'Once.',
        proposerId: asking?.id ?? '',
        expiresAt: '9999-01-01T00:00:00.000Z',
      }),
    );
  };
  // Nothing listens there.
  const receiver = 'https://localhost:65535/hooks';
  const webhook = async (): Promise<string> => {
    const made = await ada.owner.post('/publishers/ada/webhooks', { url: receiver });
    assert.equal(made.status, 201, made.text);
    return made.json.id;
  };
  const node = async (): Promise<string> => {
    const id = uniqueId('once');
    assert.equal((await ada.owner.post('/publishers/ada/nodes', { id })).status, 201);
    return id;
  };
  const active = async (): Promise<string> => {
    const id = uniqueId('once');
    await publishFiles(server, ada, id, '1.0.0', { '__init__.py': '' });
    return id;
  };

  const taking = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => takesIdempotencyKey(endpoint));
  for (const [index, [name, endpoint]] of taking.entries()) {
    // What keeps the answers is the same for all.
    if (!someOf(engines, index).includes(currentVariant().engine)) continue;
    test(`${name}: sent twice it is carried out once, and answered the same`, async () => {
      const [caller, path, body] = (await requests[name]?.()) ?? assert.fail('name a request to it');
      const key = keyed(uniqueId('key'));
      const first = await caller.post(path, body, key);
      assert.equal(first.status, endpoint.reply.status, first.text);
      assert.equal(isReplayed(first), false);
      // A job that it asked for has its own change.
      await server.settle();
      const changes = await countChanges(server);
      const second = await caller.post(path, body, key);
      assert.deepEqual([second.status, second.text], [first.status, first.text]);
      assert.equal(isReplayed(second), true);
      assert.equal(await countChanges(server), changes);
    });
  }

  test('each caller, method and URL has keys of its own', async () => {
    const key = uniqueId('key');
    const [id, other] = [uniqueId('once'), uniqueId('once')];
    const bob = await server.user('bob');
    await addMember(ada, bob, 'owner');
    assert.equal((await createNode(key, { id })).status, 201);
    assertRefused(await createNode(key, { id }, bob), 'id_taken');
    const elsewhere = await ada.owner.post('/publishers/ada/tokens', { name: other }, keyed(key));
    assert.deepEqual([elsewhere.status, isReplayed(elsewhere)], [201, false]);
    const byToken = await server.anonymous.post(
      '/publishers/ada/nodes',
      { id: other },
      {
        ...keyed(key),
        authorization: `Bearer ${ada.token}`,
      },
    );
    assert.deepEqual([byToken.status, isReplayed(byToken)], [201, false]);
  });

  test('another body is refused, and a refused request leaves its key free', async () => {
    const [key, id] = [uniqueId('key'), uniqueId('once')];
    assertRefused(await createNode(key, { id: '-' }), 'invalid_id');
    assert.equal((await createNode(key, { id })).status, 201);
    assertRefused(await createNode(key, { id: uniqueId('once') }), 'idempotency_key_reused');
    assert.equal(isReplayed(await createNode(key, { id })), true);
  });

  test('a key is 1 to 255 visible characters', async () => {
    const longest =
      'k'.repeat(limits.idempotencyKeyCharsMax - 10) + uniqueId('key').padEnd(10, '-').slice(0, 10);
    for (const key of ['', ' ', 'a b', 'ä', `${longest}x`]) {
      assertRefused(await createNode(key, { id: uniqueId('once') }), 'invalid_request');
    }
    assert.equal((await createNode(longest, { id: uniqueId('once') })).status, 201);
  });

  test('a second attempt during the first is told to come back', async () => {
    const [key, id] = [uniqueId('key'), uniqueId('once')];
    const held = holdWrite(context);
    const first = createNode(key, { id });
    await held.waits;
    const second = await createNode(key, { id });
    held.release();
    assertRefused(second, 'request_in_progress');
    assert.equal(second.headers.get('retry-after'), '1');
    assert.equal((await first).status, 201);
    assert.equal(isReplayed(await createNode(key, { id })), true);
  });

  test('a process that ends between the commit and its answer has not acted in vain', async () => {
    const key = uniqueId('key');
    const { store } = context;
    context.store = {
      ...store,
      async write(cause, work) {
        const result = await store.write(cause, work);
        if (cause.requestId === undefined) return result;
        context.store = store;
        throw new Error('the process ends here');
      },
    };
    const create = () => ada.owner.post('/publishers/ada/tokens', { name: 'shown once' }, keyed(key));
    assert.equal((await create()).status, 500);
    const again = await create();
    assert.deepEqual([again.status, isReplayed(again)], [201, true]);
    assert.match(again.json.token, /^pbp_/);
    const tokens = (await ada.owner.get('/publishers/ada/tokens')).json;
    assert.equal(tokens.filter(({ name }) => name === 'shown once').length, 1);
  });

  test('a failure keeps nothing', async () => {
    const [key, id] = [uniqueId('key'), uniqueId('once')];
    const { store } = context;
    context.store = { ...store, write: () => Promise.reject(new Error('away')) };
    assert.equal((await createNode(key, { id })).status, 500);
    context.store = store;
    const reply = await createNode(key, { id });
    assert.deepEqual([reply.status, isReplayed(reply)], [201, false]);
  });

  test('of two processes one carries it out, and the other answers with what that one did', async (t) => {
    const data = await makeData();
    const here = await startServer(t, { ...data.environment });
    const there = await startServer(t, { ...data.environment });
    // Behind the servers, which still use it.
    t.after(() => data.remove());
    const eve = await makePublisher(here, 'eve');
    const body = { id: 'once' };
    const held = holdWrite(here.server.context);
    const first = eve.owner.post('/publishers/eve/nodes', body, keyed('k'));
    await held.waits;
    const second = await there.anonymous.post('/publishers/eve/nodes', body, {
      ...keyed('k'),
      authorization: `Bearer ${eve.owner.bearer}`,
    });
    held.release();
    const late = await first;
    assert.deepEqual([second.status, isReplayed(second)], [201, false]);
    assert.deepEqual([late.status, isReplayed(late), late.text], [201, true, second.text]);
  });

  test('what a repeatable request answers ends sooner than its key: a publish then gives a new URL', async (t) => {
    const clocked = await startServer(t);
    const eve = await makePublisher(clocked, 'eve');
    const publish = (version: string) =>
      eve.owner.post('/publishers/eve/nodes/once/versions', publication(eve.token, version), keyed('k'));
    const first = await publish('1.0.0');
    clocked.clock.advance(limits.repeatableAnswerSeconds * 1000 - minutes(1));
    assert.equal((await publish('1.0.0')).json.signedUrl, first.json.signedUrl);
    clocked.clock.advance(minutes(2));
    const later = await publish('1.0.0');
    assert.equal(isReplayed(later), false);
    assert.notEqual(later.json.signedUrl, first.json.signedUrl);
    assert.equal(later.json.node_version.id, first.json.node_version.id);
    assertRefused(await publish('2.0.0'), 'idempotency_key_reused');
  });

  test('a key is forgotten after a day, and the reaper removes it', async (t) => {
    const clocked = await startServer(t);
    const eve = await makePublisher(clocked, 'eve');
    const create = () => eve.owner.post('/publishers/eve/tokens', { name: 'once' }, keyed('k'));
    const rows = () => clocked.server.context.store.read.selectFrom('idempotency_keys').selectAll().execute();
    await create();
    clocked.clock.advance(hours(limits.idempotencyHours) - minutes(1));
    assert.equal(isReplayed(await create()), true);
    await reap(clocked.server.context, '');
    assert.equal((await rows()).length, 1);
    clocked.clock.advance(minutes(2));
    assert.equal(isReplayed(await create()), false);
    assert.equal((await rows()).length, 1);
    clocked.clock.advance(hours(limits.idempotencyHours));
    await reap(clocked.server.context, '');
    assert.deepEqual(await rows(), []);
    const metrics = await readMetrics(clocked);
    assert.equal(metrics.get('patchbay_reaped_total{what="idempotency-key",process="1"}'), 1);
    assert.equal(metrics.get('patchbay_idempotent_replays_total{endpoint="createToken",process="1"}'), 1);
  });

  test('the database does not give an answer away', async () => {
    const { json } = await ada.owner.post('/publishers/ada/tokens', { name: 'once' }, keyed(uniqueId('key')));
    const rows = await context.store.read.selectFrom('idempotency_keys').selectAll().execute();
    const texts = rows.map(({ sealed_answer }) =>
      Buffer.from(sealed_answer ?? '', 'base64').toString('latin1'),
    );
    assert.ok(rows.length > 0);
    assert.equal(
      texts.some((text) => text.includes(json.token)),
      false,
    );
    assert.equal(JSON.stringify(rows).includes(json.token), false);
  });

  test('an answer that is too large is not kept, and its request is not carried out again', async () => {
    const [key, id] = [uniqueId('key'), uniqueId('once')];
    const body = {
      id,
      description: 'ä'.repeat(10_000),
      tags: Array.from({ length: 100 }, () => 'ä'.repeat(199)),
    };
    assert.equal((await createNode(key, body)).status, 201);
    assertRefused(await createNode(key, body), 'idempotency_key_reused');
  });

  test('of one account only the newest are kept', async () => {
    const [key, id] = [uniqueId('key'), uniqueId('once')];
    const count = async () =>
      (
        await context.store.read
          .selectFrom('idempotency_keys')
          .select('id')
          .where('account_id', '=', 'many')
          .execute()
      ).length;
    const rowOf = (number: number) => ({
      id: `many-${number}`,
      expires_at: new Date(Date.parse('2100-01-01') + number).toISOString(),
      account_id: 'many',
      body_digest: '',
    });
    await context.store.write({ actor: 'server' }, async (tx) => {
      const rows = Array.from({ length: limits.keptAnswersMax + 5 }, (_, number) => rowOf(number));
      await tx.db.insertInto('idempotency_keys').values(rows).execute();
      const { id: last, expires_at: expiresAt } = rowOf(limits.keptAnswersMax + 5);
      const kept = { id: last, accountId: 'many', bodyDigest: '', sealedAnswer: undefined, expiresAt };
      await upsertKeptRequest(tx, kept);
    });
    assert.equal(await count(), limits.keptAnswersMax);
    assert.equal((await createNode(key, { id })).status, 201);
    assert.equal(isReplayed(await createNode(key, { id })), true);
  });

  test('what takes no key ignores it', async () => {
    const body = { node_versions: [] };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const reply = await ada.owner.post('/bulk/nodes/versions', body, keyed('k'));
      assert.deepEqual([reply.status, isReplayed(reply)], [200, false]);
    }
  });
});
