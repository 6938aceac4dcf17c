import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { getHealth } from '@patchbay/client';
import { builtInProfiles } from '@patchbay/contract';
import { openRegistry } from '../../../src/commands/import/run.ts';

test('an import that is limited waits as long as the registry says, and goes on', async (t) => {
  const moderator = { email: 'ada@example.org', password: 'correct horse battery' };
  let requests = 0;
  const host = createServer((request, response) => {
    requests += 1;
    const isLimited = request.method === 'GET' && requests <= 10;
    response
      .writeHead(isLimited ? 429 : 200, { 'retry-after': '0.001', 'content-type': 'application/json' })
      .end(isLimited ? '{}' : '{"status":"ok","token":"secret"}');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  t.after(() => host.close());
  const { port } = host.address() as AddressInfo;
  const registry = await openRegistry(`http://127.0.0.1:${port}`, builtInProfiles.app, moderator);
  assert.equal((await getHealth(registry)).status, 'ok');
  assert.equal(requests, 11);
});
