import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { openReceiver } from '../../../../server/test/support/open-receiver.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook deliveries', async () => {
  const receiver = await openReceiver({ after });
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });

  test('--json and in a terminal: each with its state and its answer', async () => {
    const { result: made } = await cli.json(['webhook', 'add', receiver.url, '--event', 'node.created']);
    const none = await cli.inTerminal(['webhook', 'deliveries', made.data.id]);
    assert.match(none.stdout, /There is no delivery/);
    await ada.owner.post('/publishers/ada/nodes', { id: 'image-tools' });
    await server.settle();
    const { code, result } = await cli.json(['webhook', 'deliveries', made.data.id, '--state', 'delivered']);
    assert.deepEqual([code, result.data.total, result.data.deliveries[0].event], [0, 1, 'node.created']);
    const { stdout } = await cli.inTerminal(['webhook', 'deliveries', made.data.id]);
    assert.match(stdout, /node\.created +delivered +1× +204/);
    const past = await cli.inTerminal(['webhook', 'deliveries', made.data.id, '--page', '2']);
    assert.equal(past.stdout, 'Nothing is on page 2: the last one is 1.\n');
  });

  test('4: no such webhook', async () => {
    assert.equal((await cli.json(['webhook', 'deliveries', 'none'])).code, 4);
  });
});
