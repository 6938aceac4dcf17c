import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { builtInProfiles } from '@patchbay/contract';
import { Registry } from '../../../src/commands/import/registry.ts';

test('an import that is limited waits as long as the registry says, and goes on', async (t) => {
  let requests = 0;
  const host = createServer((_request, response) => {
    requests += 1;
    response.writeHead(requests <= 2 ? 429 : 200, { 'retry-after': '0' }).end('{"status":"ok"}');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  t.after(() => host.close());
  const { port } = host.address() as AddressInfo;
  const registry = new Registry(`http://127.0.0.1:${port}`, builtInProfiles.app);
  assert.deepEqual(await registry.call('getHealth'), { status: 200, body: { status: 'ok' } });
  assert.equal(requests, 3);
});
