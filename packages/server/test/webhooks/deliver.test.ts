import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { limits } from '@patchbay/contract';
import { addMember, makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { Client, type Reply } from '../support/client.ts';
import { hours, minutes } from '../support/clock.ts';
import { type Reaction, type Received, openReceiver } from '../support/open-receiver.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth, suiteOnPostgres } from '../support/variants.ts';

type Json = Reply['json'];

/** The payload of a delivery, if the library of Standard Webhooks finds it signed; it knows only the machine's clock. */
const verify = ({ clock }: TestServer, secret: string, { body, headers }: Received): Json => {
  const realNow = Date.now;
  const now = clock.now().getTime();
  Date.now = () => now;
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = realNow;
  }
};

suiteOnBoth('deliveries of webhooks', async () => {
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const moderator = await server.moderator();

  const open = async (
    t: Parameters<typeof openReceiver>[0],
    { react, events }: { react?: Reaction; events?: readonly string[] } = {},
  ) => {
    const publisher = await makePublisher(server, uniqueId('hooked'));
    const receiver = await openReceiver(t, react);
    const reply = await publisher.owner.post(`/publishers/${publisher.id}/webhooks`, {
      url: receiver.url,
      ...(events && { events }),
    });
    assert.equal(reply.status, 201, reply.text);
    const { id, secret } = reply.json as { id: string; secret: string };
    t.after(async () => void (await publisher.owner.delete(`/webhooks/${id}`)));
    const list = async (query = '') =>
      (await publisher.owner.get(`/webhooks/${id}/deliveries?limit=100${query}`)).json.deliveries as Json[];
    const createNode = async (nodeId: string, by: Client = publisher.owner) => {
      const made = await by.post(`/publishers/${publisher.id}/nodes`, { id: nodeId });
      assert.equal(made.status, 201, made.text);
    };
    const describe = (nodeId: string, description: string) =>
      publisher.owner.put(`/publishers/${publisher.id}/nodes/${nodeId}`, { description });
    const get = async () => (await publisher.owner.get(`/webhooks/${id}`)).json;
    return { publisher, owner: publisher.owner, receiver, id, secret, list, get, createNode, describe };
  };

  /** Has everything attempted until nothing waits. */
  const settleAll = async (list: (query: string) => Promise<Json[]>) => {
    for (let rounds = 0; rounds < 60; rounds += 1) {
      await server.settle();
      if ((await list('&status=waiting')).length === 0) return;
      server.clock.advance(minutes(5));
    }
    assert.fail('deliveries still wait');
  };

  const typesOf = (received: readonly Received[]): string[] =>
    received.map(({ body }) => JSON.parse(body).type);

  test('each event of the publisher comes signed, as its members may see it, and nobody else’s', async (t) => {
    const { publisher, owner, receiver, secret } = await open(t);
    const other = await makePublisher(server, uniqueId('other'));
    await publishActive(server, other, uniqueId('Elsewhere'), '1.0.0');
    const nodeId = uniqueId('Image-Tools');
    await publishActive(server, publisher, nodeId, '1.0.0');
    await moderator.put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'To be looked at.',
    });
    await server.settle();
    const events = receiver.received.map((one) => verify(server, secret, one));
    // In the names of the host, in which deliveries are.
    const history = await fetch(`${server.url}/publishers/${publisher.id}/audit`, {
      headers: { authorization: `Bearer ${owner.bearer}` },
    });
    const { changes } = (await history.json()) as Json;
    const shown = changes.filter(({ seq }: { seq: number }) => seq >= events[0].data.seq);
    assert.deepEqual(
      events.map(({ data }) => data),
      shown.toReversed(),
      'what the history shows',
    );
    for (const { type, timestamp, data } of events)
      assert.deepEqual([type, timestamp], [data.action, data.at]);
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => !/(?:app|comfy)-nodes/.test(type)),
      ['node.created', 'version.published', 'package.stored', 'version.checked', 'version.moderated'],
    );
    const moderated = events.at(-1);
    assert.deepEqual([moderated.data.by, moderated.data.reason], [{ kind: 'other' }, 'To be looked at.']);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, events.length);
  });

  test('a receiver that fails half the time gets every event, in order for each node', async (t) => {
    const failures: Reaction[] = [
      (response) => void response.writeHead(500).end('down'),
      (response) => void response.socket?.destroy(),
      (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
      (response) => void response.writeHead(429).end(),
    ];
    const events: Json[] = [];
    const { receiver, secret, list, createNode, describe } = await open(t, {
      events: ['node.created', 'node.updated'],
    });
    receiver.react = (response, received, number) => {
      // Every other pair of requests fails, in ways that alternate.
      if (number % 4 < 2) return failures[(number >> 1) % failures.length]?.(response, received, number);
      events.push(verify(server, secret, received));
      response.writeHead(200).end('thanks');
    };
    const nodeIds = ['One', 'Two', 'Three'].map(uniqueId);
    for (const nodeId of nodeIds) await createNode(nodeId);
    for (let round = 0; round < 5; round += 1) {
      for (const nodeId of nodeIds) await describe(nodeId, `Round ${round}.`);
      await server.settle();
    }
    await settleAll(list);
    for (const nodeId of nodeIds) {
      const own = events.filter(({ data }) => data.node_id === nodeId);
      assert.deepEqual(
        own.map(({ type, data }) => (type === 'node.created' ? type : data.after.description)),
        ['node.created', ...[0, 1, 2, 3, 4].map((round) => `Round ${round}.`)],
      );
    }
    assert.equal(events.length, 18);
    assert.ok(receiver.received.length >= 2 * 18);
    assert.ok(
      receiver.received.every(({ body }) => body !== ''),
      'a redirect is not followed: nothing came without its event',
    );
    const log = await list();
    assert.ok(log.every(({ status, response_status: answer }) => status === 'delivered' && answer === 200));
    assert.equal(log[0].response_excerpt, 'thanks');
  });

  test('an event that fails holds up its own node and no other', async (t) => {
    const [stuck, free] = [uniqueId('Stuck'), uniqueId('Free')];
    const { receiver, list, createNode, describe } = await open(t, {
      events: ['node.created', 'node.updated'],
      react: (response, { body }) =>
        void response.writeHead(JSON.parse(body).data.node_id === stuck ? 503 : 204).end(),
    });
    await createNode(stuck);
    await createNode(free);
    await describe(stuck, 'First.');
    await describe(free, 'First.');
    await server.settle();
    const waiting = await list('&status=waiting');
    assert.deepEqual(
      waiting.map(({ event, attempts }) => [event, attempts]),
      [
        ['node.updated', 0],
        ['node.created', 1],
      ],
    );
    assert.match(waiting[1].error, /answered with status 503/);
    receiver.react = (response) => void response.writeHead(204).end();
    await settleAll(list);
    assert.deepEqual(typesOf(receiver.received).slice(-2), ['node.created', 'node.updated']);
  });

  test('a receiver that never answers delays no other', async (t) => {
    const slow = await open(t, { react: () => undefined });
    const quick = await open(t);
    await slow.createNode(uniqueId('Waits'));
    await quick.createNode(uniqueId('Goes'));
    while (quick.receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok((await slow.list()).every(({ status }) => status === 'waiting'));
    assert.equal((await slow.owner.delete(`/webhooks/${slow.id}`)).status, 204);
  });

  test('while a secret is rotated, deliveries are signed with both', async (t) => {
    const { owner, receiver, id, secret, createNode } = await open(t, { events: ['node.created'] });
    const rotated = await owner.post(`/webhooks/${id}/secret`);
    assert.equal(rotated.status, 201, rotated.text);
    await createNode(uniqueId('Both'));
    await server.settle();
    const [both] = receiver.received;
    assert.ok(both);
    assert.equal(verify(server, secret, both).type, 'node.created');
    assert.equal(verify(server, rotated.json.secret, both).type, 'node.created');
    server.clock.advance(hours(limits.webhookOverlapHours));
    await createNode(uniqueId('New'));
    await server.settle();
    const last = receiver.received.at(-1);
    assert.ok(last);
    assert.equal(verify(server, rotated.json.secret, last).type, 'node.created');
    assert.throws(() => verify(server, secret, last), /No matching signature/);
  });

  test('what fails for too long is given up, and a webhook that only fails is turned off and says why', async (t) => {
    const { owner, id, get, list, createNode } = await open(t, {
      events: ['node.created'],
      react: (response) => void response.writeHead(500).end(),
    });
    await createNode(uniqueId('Lost'));
    await server.settle();
    assert.match((await get()).failing_since, /Z$/);
    server.clock.advance(hours(limits.webhookDeadlineHours));
    await server.settle();
    const [lost] = await list();
    assert.equal(lost.status, 'failed');
    server.clock.advance(hours(limits.webhookFailingHours - limits.webhookDeadlineHours));
    await createNode(uniqueId('Last'));
    await server.settle();
    const { enabled, disabled_reason: reason } = await get();
    assert.deepEqual([enabled, reason], [false, 'Every attempt failed for 5 days.']);
    const history = await owner.get(`/publishers/${(await get()).publisher_id}/audit?limit=1`);
    const [{ action, after, by }] = history.json.changes;
    assert.deepEqual([action, after, by], ['webhook.updated', { enabled: false }, { kind: 'server' }]);
    const on = await owner.put(`/webhooks/${id}`, { enabled: true });
    assert.deepEqual([on.json.enabled, on.json.failing_since], [true, undefined]);
  });

  test('that a receiver is down is told to the log once, and so is that it is back', async (t) => {
    const { outages } = server.server.context;
    const began = t.mock.method(outages, 'began', () => undefined);
    const ended = t.mock.method(outages, 'ended', () => undefined);
    let isDown = true;
    const { id, list, createNode } = await open(t, {
      events: ['node.created'],
      react: (response) => void response.writeHead(isDown ? 503 : 200).end(),
    });
    for (let count = 0; count < 7; count += 1) await createNode(uniqueId('Down'));
    for (let round = 0; round < 3; round += 1) {
      await server.settle();
      server.clock.advance(hours(4));
    }
    isDown = false;
    await settleAll(list);
    assert.deepEqual(
      [began, ended].map(({ mock }) => mock.calls.map(({ arguments: given }) => given as unknown[])),
      [[['webhook', 'The receiver answered with status 503.', id]], [['webhook', id]]],
    );
  });

  test('a receiver that says it is gone is left alone at once', async (t) => {
    const { receiver, get, createNode } = await open(t, {
      react: (response) => void response.writeHead(410).end(),
    });
    await createNode(uniqueId('Gone'));
    await createNode(uniqueId('Unsent'));
    await server.settle();
    assert.equal(receiver.received.length, 1);
    assert.match((await get()).disabled_reason, /410/);
  });

  test('a ban stops the deliveries, and what it held back comes when it is lifted, however late', async (t) => {
    const { publisher, receiver, createNode, list, get } = await open(t, {
      events: ['node.created', 'node.updated'],
      // Down before the ban, and still for a moment after it.
      react: (response, _received, number) => void response.writeHead(number < 2 ? 503 : 204).end(),
    });
    const nodeId = uniqueId('Banned');
    await createNode(nodeId);
    await server.settle();
    const set = (status: string) =>
      moderator.put(`/admin/publishers/${publisher.id}`, { status, reason: 'Checked.' });
    await set('PublisherStatusBanned');
    await moderator.put(`/admin/nodes/${nodeId}`, {
      description: 'Said by a moderator.',
      reason: 'Checked.',
    });
    server.clock.advance(hours(limits.webhookFailingHours + 1));
    await server.settle();
    assert.equal(receiver.received.length, 1);
    await set('PublisherStatusActive');
    await settleAll(list);
    assert.equal((await get()).enabled, true);
    assert.deepEqual(typesOf(receiver.received.slice(2)), ['node.created', 'node.updated']);
  });

  test('a node that goes to another publisher: both are told, and only the new one of what follows', async (t) => {
    const [from, to] = [
      await open(t, { react: (response) => void response.writeHead(500).end() }),
      await open(t),
    ];
    const nodeId = uniqueId('Moved');
    await from.createNode(nodeId);
    await server.settle();
    const moved = await moderator.post(`/admin/nodes/${nodeId}/transfer`, {
      publisher_id: to.publisher.id,
      reason: 'Sold.',
    });
    assert.equal(moved.status, 200, moved.text);
    await to.owner.put(`/publishers/${to.publisher.id}/nodes/${nodeId}`, { description: 'New.' });
    from.receiver.received.length = 0;
    from.receiver.react = (response) => void response.writeHead(204).end();
    await settleAll(from.list);
    await settleAll(to.list);
    assert.deepEqual(
      typesOf(from.receiver.received),
      ['node.transferred'],
      'what waited is no longer theirs',
    );
    assert.deepEqual(typesOf(to.receiver.received), ['node.transferred', 'node.updated']);
    assert.ok((await from.list('&status=failed')).some(({ error }) => /may not see/.test(error)));
  });

  test('the webhook of an owner who leaves is turned off until another owner turns it on', async (t) => {
    const { publisher, owner, receiver, id, get, createNode } = await open(t, { events: ['node.created'] });
    const successor = await server.user(uniqueId('successor'));
    const { email } = (await addMember(publisher, successor, 'owner')).user;
    const members = (await owner.get(`/publishers/${publisher.id}/members`)).json as Json[];
    const own = members.find(({ user }) => user.email !== email);
    assert.equal((await owner.delete(`/publishers/${publisher.id}/members/${own.id}`)).status, 204);
    await createNode(uniqueId('Unsent'), successor);
    await server.settle();
    assert.equal(receiver.received.length, 0);
    const seen = (await successor.get(`/webhooks/${id}`)).json;
    assert.match(seen.disabled_reason, /no longer an owner/);
    assert.equal((await get()).error, 'forbidden');
    const on = await successor.put(`/webhooks/${id}`, { enabled: true });
    assert.equal(on.status, 200, on.text);
    await createNode(uniqueId('Sent'), successor);
    await server.settle();
    assert.deepEqual(typesOf(receiver.received), ['node.created']);
    await successor.delete(`/webhooks/${id}`);
  });

  test('a webhook of moderators receives what only they may see', async (t) => {
    const receiver = await openReceiver(t);
    const made = await moderator.post('/admin/webhooks', {
      url: receiver.url,
      events: ['user.moderated', 'node.created'],
    });
    assert.equal(made.status, 201, made.text);
    t.after(async () => void (await moderator.delete(`/webhooks/${made.json.id}`)));
    const user = await server.user(uniqueId('loud'));
    const { id } = (await user.get('/users')).json;
    await moderator.put(`/admin/users/${id}`, { banned: true, banReason: 'Loud.' });
    await server.settle();
    const [event] = receiver.received.map((one) => verify(server, made.json.secret, one));
    assert.equal(event.type, 'user.moderated');
    assert.match(event.data.actor, /^user:/);
    assert.deepEqual(event.data.after, { banned: true });
  });
});

suiteOnPostgres('webhooks of several processes', () => {
  test('deliver each event once and in order, whichever process took the change', async (t) => {
    const first = await startServer(t, { OUTBOUND_PRIVATE: 'yes' });
    const { DATABASE_URL, SECRET } = first.server.context.config;
    const ada = await makePublisher(first, 'ada');
    // It ends before the database of the first one is dropped.
    await t.test('of two', async (t) => {
      const second = await startServer(t, { OUTBOUND_PRIVATE: 'yes', DATABASE_URL, SECRET });
      const receiver = await openReceiver(t, (response) => {
        setTimeout(() => response.writeHead(204).end(), 5);
      });
      const events = ['node.created', 'node.updated'];
      const made = await ada.owner.post('/publishers/ada/webhooks', { url: receiver.url, events });
      assert.equal(made.status, 201, made.text);
      await ada.owner.post('/publishers/ada/nodes', { id: 'told' });
      const other = new Client(second.url, ada.owner.bearer);
      const expected = Array.from({ length: 20 }, (_, round) => `Round ${round}.`);
      for (const [round, description] of expected.entries()) {
        const caller = round % 2 === 0 ? ada.owner : other;
        const reply = await caller.put('/publishers/ada/nodes/told', { description });
        assert.equal(reply.status, 200, reply.text);
      }
      await until(async () => {
        await Promise.all([first.settle(), second.settle()]);
        return receiver.received.length > expected.length;
      });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        receiver.received.slice(1).map(({ body }) => JSON.parse(body).data.after.description),
        expected,
      );
    });
  });
});
