import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../support/build.ts';
import { openReceiver } from '../../support/open-receiver.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('test-webhook', async () => {
  const receiver = await openReceiver({ after });
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');
  const made = await ada.owner.post('/publishers/ada/webhooks', { url: receiver.url });
  const path = `/webhooks/${made.json.id}`;

  test('200: what the receiver answered, once, whatever it is', async () => {
    receiver.react = (response) => void response.writeHead(200).end('  fine\u0000\n\tthank you  ');
    const good = await ada.owner.post(`${path}/test`);
    assert.equal(good.status, 200, good.text);
    const { status, attempts, response_status: answer, response_excerpt: excerpt } = good.json;
    assert.deepEqual([status, attempts, answer, excerpt], ['delivered', 1, 200, 'fine thank you']);
    assert.deepEqual(Object.keys(JSON.parse(receiver.received[0]?.body ?? '')), [
      'type',
      'timestamp',
      'data',
    ]);
    assert.match(receiver.received[0]?.headers['user-agent'] ?? '', /^Patchbay-Webhooks\//);

    receiver.react = (response) =>
      void response.writeHead(307, { location: '/other' }).end('x'.repeat(10_000));
    const moved = (await ada.owner.post(`${path}/test`)).json;
    assert.deepEqual(
      [moved.status, moved.response_status, moved.response_excerpt.length],
      ['failed', 307, 200],
    );
    assert.match(moved.error, /redirects are not followed/);
    assert.equal(receiver.received.length, 2);

    receiver.react = (response) => void response.socket?.destroy();
    const closed = (await ada.owner.post(`${path}/test`)).json;
    assert.deepEqual([closed.status, closed.response_status], ['failed', undefined]);
    assert.match(closed.error, /cannot be reached/);
    assert.equal((await ada.owner.get(`${path}/deliveries`)).json.total, 3);
  });

  test('200: a name that leads into a private network is not called', async (t) => {
    const guarded = await startServer(t);
    const eve = await makePublisher(guarded, 'eve');
    const hook = await eve.owner.post('/publishers/eve/webhooks', { url: 'https://localhost:65535/hooks' });
    const { status, error } = (await eve.owner.post(`/webhooks/${hook.json.id}/test`)).json;
    assert.equal(status, 'failed');
    assert.match(error, /cannot be reached|not on the public internet/);
  });
});
