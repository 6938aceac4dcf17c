import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { makePublisher, uniqueId } from '../support/build.ts';
import { hours } from '../support/clock.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('what waits for a receiver that was down', async () => {
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });

  /** With events that were attempted for a day, and are due in hours. */
  const begin = async (t: TestContext) => {
    const { id: publisherId, owner } = await makePublisher(server, uniqueId('waiting'));
    const receiver = await openReceiver(t, (response) => void response.writeHead(503).end());
    const events = ['node.created'];
    const made = await owner.post(`/publishers/${publisherId}/webhooks`, { url: receiver.url, events });
    const { id } = made.json;
    t.after(async () => void (await owner.delete(`/webhooks/${id}`)));
    for (const node of ['One', 'Two', 'Three'])
      await owner.post(`/publishers/${publisherId}/nodes`, { id: uniqueId(node) });
    for (let round = 0; round < 6; round += 1) {
      await server.settle();
      server.clock.advance(hours(5));
    }
    await server.settle();
    receiver.received.length = 0;
    receiver.react = (response) => void response.writeHead(204).end();
    const waiting = async () =>
      (await owner.get(`/webhooks/${id}/deliveries?status=waiting`)).json.deliveries?.length;
    assert.equal(await waiting(), 3);
    return { owner, publisherId, receiver, id, waiting };
  };

  test('is attempted at once after a test delivery succeeds', async (t) => {
    const { owner, receiver, id, waiting } = await begin(t);
    const tested = await owner.post(`/webhooks/${id}/test`);
    assert.equal(tested.json.status, 'delivered', tested.text);
    await server.settle();
    assert.deepEqual([await waiting(), receiver.received.length], [0, 4]);
  });

  test('is attempted at once after the webhook is turned off and on again', async (t) => {
    const { owner, receiver, id, waiting } = await begin(t);
    for (const enabled of [false, true])
      assert.equal((await owner.put(`/webhooks/${id}`, { enabled })).status, 200);
    await server.settle();
    assert.deepEqual([await waiting(), receiver.received.length], [0, 3]);
  });

  test('is attempted at once at another URL, whose failures are counted anew', async (t) => {
    const { owner, publisherId, id, waiting } = await begin(t);
    server.clock.advance(hours(limits.webhookFailingHours));
    const next = await openReceiver(t);
    assert.equal((await owner.put(`/webhooks/${id}`, { url: next.url })).status, 200);
    await server.settle();
    // What waited has expired by now.
    assert.deepEqual([await waiting(), next.received.length], [0, 0]);
    next.react = (response) => void response.writeHead(503).end();
    await owner.post(`/publishers/${publisherId}/nodes`, { id: uniqueId('Four') });
    await server.settle();
    assert.equal((await owner.get(`/webhooks/${id}`)).json.enabled, true);
    const third = await openReceiver(t);
    assert.equal((await owner.put(`/webhooks/${id}`, { url: third.url })).status, 200);
    await server.settle();
    assert.deepEqual([await waiting(), third.received.length], [0, 1]);
  });
});
