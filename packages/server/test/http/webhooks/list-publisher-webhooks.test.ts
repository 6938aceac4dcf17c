import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

type Json = Reply['json'];

suite('list-publisher-webhooks', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');

  test('200: those of the publisher in the order in which they were made, page by page', async () => {
    for (const name of ['one', 'two', 'three']) {
      await ada.owner.post('/publishers/ada/webhooks', { url: `https://hooks.example.org/${name}` });
    }
    await bob.owner.post('/publishers/bob/webhooks', { url: 'https://hooks.example.org/bob' });
    const { json } = await ada.owner.get('/publishers/ada/webhooks?limit=2');
    const { webhooks, ...page } = json;
    assert.deepEqual(
      webhooks.map((webhook: Json) => [webhook.url, webhook.secret]),
      [
        ['https://hooks.example.org/one', undefined],
        ['https://hooks.example.org/two', undefined],
      ],
    );
    assert.deepEqual(page, { limit: 2, page: 1, total: 3, totalPages: 2 });
  });
});
