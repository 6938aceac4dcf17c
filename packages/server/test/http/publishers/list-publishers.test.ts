import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-publishers', async () => {
  const server = await startServer({ after });

  test('200: the newest first, without members, without deleted ones', async () => {
    assert.deepEqual((await server.anonymous.get('/publishers')).json, []);
    const gone = await makePublisher(server, 'gone');
    for (const id of ['ada', 'bob']) await makePublisher(server, id);
    await gone.owner.delete('/publishers/gone');
    const { json } = await server.anonymous.get('/publishers');
    assert.deepEqual(
      json.map(({ createdAt: _createdAt, ...publisher }: { createdAt: string }) => publisher),
      ['bob', 'ada'].map((id) => ({ id, name: `Publisher ${id}`, status: 'PublisherStatusActive' })),
    );
  });
});
