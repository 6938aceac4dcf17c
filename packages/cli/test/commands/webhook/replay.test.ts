import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { openReceiver } from '../../../../server/test/support/open-receiver.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook replay', async () => {
  const receiver = await openReceiver({ after });
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json and in a terminal: the same event again', async () => {
    const { result: made } = await cli.json(['webhook', 'add', receiver.url, '--event', 'node.created']);
    await ada.owner.post('/publishers/ada/nodes', { id: 'image-tools' });
    await server.settle();
    const listed = await cli.json(['webhook', 'deliveries', made.data.id]);
    const [{ id }] = listed.result.data.deliveries;
    const { code, result } = await cli.json(['webhook', 'replay', made.data.id, id]);
    assert.deepEqual([code, result.data.status], [0, 'waiting']);
    await server.settle();
    const { stdout } = await cli.inTerminal(['webhook', 'replay', made.data.id, id]);
    assert.match(stdout, /State +waiting/);
    await server.settle();
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
      [id, id, id],
    );
  });

  test('4: no such delivery', async () => {
    assert.equal((await cli.json(['webhook', 'replay', 'none', 'none'])).code, 4);
  });
});
