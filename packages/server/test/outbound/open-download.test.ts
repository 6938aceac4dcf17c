import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, suite, test } from 'node:test';
import { openDownload } from '../../src/outbound/open-download.ts';

/** A server that sends a byte now and then, without end, to a reader that wants more. */
const openDripping = async (t: TestContext): Promise<string> => {
  const server = createServer((_request, response) => {
    const dripping = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(dripping));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const usual = { userAgent: 'test', bytesMax: 1_000_000 };

suite('a download from a trusted server', () => {
  test('is given up once it is too slow, although it goes on', async (t) => {
    const origin = await openDripping(t);
    const pace = { afterMs: 200, bytesPerSecond: 1_000 };
    const { signal } = new AbortController();
    const bytes = await openDownload(`${origin}/package.zip`, { ...usual, origin, signal, pace });
    await assert.rejects(bytes.toArray(), /fewer than 1000 bytes a second/);
  });

  test('stops as soon as its signal is aborted', async (t) => {
    const origin = await openDripping(t);
    const ending = new AbortController();
    const { signal } = ending;
    const bytes = await openDownload(`${origin}/package.zip`, { ...usual, origin, signal });
    const read = bytes.toArray();
    ending.abort();
    await assert.rejects(read, /ended before it was complete/);
  });
});
