import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { openReceiver } from '../../support/open-receiver.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('replay-webhook-delivery', async () => {
  const receiver = await openReceiver({ after });
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');
  const made = await ada.owner.post('/publishers/ada/webhooks', {
    url: receiver.url,
    events: ['node.created'],
  });
  const path = `/webhooks/${made.json.id}`;

  test('200: the same event under the same id', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'one' });
    await server.settle();
    const [{ id }] = (await ada.owner.get(`${path}/deliveries`)).json.deliveries;
    const reply = await ada.owner.post(`${path}/deliveries/${id}/replay`);
    assert.deepEqual([reply.status, reply.json.status, reply.json.attempts], [200, 'waiting', 0], reply.text);
    await server.settle();
    assert.equal(receiver.received.length, 2);
    const [first, second] = receiver.received;
    assert.equal(second?.headers['webhook-id'], id);
    assert.equal(second?.body, first?.body);
  });

  test('404 and 409: no such delivery, a test, and a webhook that is off', async () => {
    assertRefused(await ada.owner.post(`${path}/deliveries/none/replay`), 'not_found');
    const tested = (await ada.owner.post(`${path}/test`)).json;
    assertRefused(await ada.owner.post(`${path}/deliveries/${tested.id}/replay`), 'illegal_transition');
    const [{ id }] = (await ada.owner.get(`${path}/deliveries?status=delivered&limit=1&page=2`)).json
      .deliveries;
    await ada.owner.put(path, { enabled: false });
    assertRefused(await ada.owner.post(`${path}/deliveries/${id}/replay`), 'illegal_transition');
  });
});
