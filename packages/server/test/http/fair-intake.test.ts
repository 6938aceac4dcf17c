import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { type Published, makePublisher, publishPending } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const heavyPackages = 20;

suite('fair-intake', async () => {
  const server = await startServer({ after });
  const { context } = server.server;
  const mallory = await makePublisher(server, 'mallory');
  const ada = await makePublisher(server, 'ada');
  const upload = async ({ signedUrl, bytes }: Published): Promise<void> => {
    const reply = await server.anonymous.upload(signedUrl, bytes);
    assert.equal(reply.status, 200, reply.text);
  };
  const statusOf = async (id: string) =>
    (await server.anonymous.get(`/nodes/${id}/versions/1.0.0`)).json.status;

  test(`a publisher with ${heavyPackages} slow packages delays no other`, async () => {
    const check = context.readers.check.bind(context.readers);
    const held = Promise.withResolvers<void>();
    const order: string[] = [];
    mock.method(context.readers, 'check', async (...parts: Parameters<typeof check>) => {
      const nodeId = /(heavy|light)-\d+/.exec(parts[0])?.[0] ?? parts[0];
      if (nodeId.startsWith('heavy')) await held.promise;
      order.push(nodeId);
      return check(...parts);
    });
    const nodes = Array.from({ length: heavyPackages }, (_, index) => `heavy-${index}`);
    for (const id of nodes) await upload(await publishPending(mallory, id, '1.0.0'));
    // The heavy packages are under way, and none of them ends.
    for (const id of ['light-1', 'light-2']) await upload(await publishPending(ada, id, '1.0.0'));
    await until(async () => (await statusOf('light-2')) === 'NodeVersionStatusActive');
    assert.deepEqual(order, ['light-1', 'light-2']);
    held.resolve();
    // From here on the two take turns.
    await upload(await publishPending(ada, 'light-3', '1.0.0'));
    await until(() => order.includes('light-3'));
    assert.ok(order.indexOf('light-3') < heavyPackages, order.join());
    await server.settle();
    mock.restoreAll();
    for (const id of nodes) assert.equal(await statusOf(id), 'NodeVersionStatusActive', id);
  });
});
