import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { openReceiver } from '../../support/open-receiver.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

type Json = Reply['json'];

suite('list-webhook-deliveries', async () => {
  const receiver = await openReceiver({ after });
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');
  const made = await ada.owner.post('/publishers/ada/webhooks', {
    url: receiver.url,
    events: ['node.created'],
  });
  const path = `/webhooks/${made.json.id}/deliveries`;

  test('200: the newest first, with how each attempt ended, and those in one state', async () => {
    receiver.react = (response, _, number) => void response.writeHead(number === 0 ? 500 : 204).end();
    await ada.owner.post('/publishers/ada/nodes', { id: 'one' });
    await server.settle();
    await ada.owner.post('/publishers/ada/nodes', { id: 'two' });
    await server.settle();
    const { deliveries, total } = (await ada.owner.get(path)).json;
    assert.equal(total, 2);
    const [two, one] = deliveries;
    assert.deepEqual(
      [two.event, two.status, two.attempts, two.response_status, two.next_attempt_at],
      ['node.created', 'delivered', 1, 204, undefined],
    );
    assert.deepEqual([one.status, one.attempts, one.response_status], ['waiting', 1, 500]);
    assert.ok(one.seq < two.seq && one.next_attempt_at > one.last_attempt_at && one.duration_ms >= 0);
    const waiting = (await ada.owner.get(`${path}?status=waiting`)).json;
    assert.deepEqual(
      waiting.deliveries.map(({ id }: Json) => id),
      [one.id],
    );
    assertRefused(await ada.owner.get(`${path}?status=lost`), 'invalid_request');
  });
});
