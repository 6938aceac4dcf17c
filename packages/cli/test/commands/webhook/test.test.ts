import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { openReceiver } from '../../../../server/test/support/open-receiver.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay webhook test', async () => {
  const receiver = await openReceiver({ after });
  const server = await startServer({ after }, { OUTBOUND_PRIVATE: 'yes' });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const { result: made } = await cli.json(['webhook', 'add', receiver.url]);

  test('--json: the delivery', async () => {
    const { code, result } = await cli.json(['webhook', 'test', made.data.id]);
    assert.deepEqual([code, result.data.status, result.data.response_status], [0, 'delivered', 204]);
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '').type, 'webhook.test');
  });

  test('in a terminal, 1: what a receiver answered that refuses', async () => {
    receiver.react = (response) => void response.writeHead(500).end('Out of order');
    const { code, stdout } = await cli.inTerminal(['webhook', 'test', made.data.id]);
    assert.equal(code, 1);
    assert.match(stdout, /State +failed\nAnswer +500 Out of order/);
  });
});
