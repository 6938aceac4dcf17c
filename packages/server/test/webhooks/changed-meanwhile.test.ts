import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { makePublisher, uniqueId } from '../support/build.ts';
import { type Received, openReceiver } from '../support/open-receiver.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

suite('a webhook that is changed while an event is under way', async () => {
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });

  /** With the first of two events of one run at its receiver, which answers when the test has it answer. */
  const begin = async (t: TestContext) => {
    const { id: publisherId, owner } = await makePublisher(server, uniqueId('changing'));
    const held: ServerResponse[] = [];
    const receiver = await openReceiver(t, (response) => void held.push(response));
    const events = ['node.created'];
    const made = await owner.post(`/publishers/${publisherId}/webhooks`, { url: receiver.url, events });
    const { id, secret } = made.json as { id: string; secret: string };
    t.after(async () => void (await owner.delete(`/webhooks/${id}`)));
    const create = (node: string) => owner.post(`/publishers/${publisherId}/nodes`, { id: uniqueId(node) });
    await create('Before');
    await until(() => held.length === 1);
    // They come while the run before them lasts, and so wait for the next one together.
    for (const node of ['First', 'Second']) await create(node);
    receiver.received.length = 0;
    held.pop()?.writeHead(204).end();
    await until(() => held.length === 1);
    const answer = (status: number): void => {
      receiver.react = (response) => void response.writeHead(204).end();
      held[0]?.writeHead(status).end();
    };
    return { owner, receiver, id, secret, answer };
  };

  const isSignedWith = (secret: string, { body, headers }: Received): boolean => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
    return String(headers['webhook-signature']).split(' ').includes(signature);
  };

  test('signs the next event with the new secret, too', async (t) => {
    const { owner, receiver, id, secret, answer } = await begin(t);
    const rotated = await owner.post(`/webhooks/${id}/secret`);
    answer(204);
    await server.settle();
    const second = receiver.received[1];
    assert.ok(second);
    assert.equal(receiver.received.length, 2);
    assert.ok(isSignedWith(secret, second));
    assert.ok(isSignedWith((rotated.json as { secret: string }).secret, second));
  });

  test('sends nothing more once it is turned off or deleted', async (t) => {
    for (const end of ['off', 'deleted']) {
      const { owner, receiver, id, answer } = await begin(t);
      const reply = await (end === 'off'
        ? owner.put(`/webhooks/${id}`, { enabled: false })
        : owner.delete(`/webhooks/${id}`));
      assert.ok(reply.status < 300, reply.text);
      answer(204);
      await server.settle();
      assert.equal(receiver.received.length, 1, end);
    }
  });

  test('takes what the receiver at its former URL says for nothing, and sends all to the new one', async (t) => {
    const { owner, receiver, id, answer } = await begin(t);
    const next = await openReceiver(t);
    assert.equal((await owner.put(`/webhooks/${id}`, { url: next.url })).status, 200);
    answer(410);
    await server.settle();
    const { enabled, failing_since: failing } = (await owner.get(`/webhooks/${id}`)).json;
    assert.deepEqual([enabled, failing], [true, undefined]);
    assert.deepEqual([receiver.received.length, next.received.length], [1, 2]);
  });
});
