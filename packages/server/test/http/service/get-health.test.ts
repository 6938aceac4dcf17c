import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-health', () => {
  test('200: the process is alive', async (t) => {
    const { anonymous } = await startServer(t);
    const reply = await anonymous.get('/health');
    assert.deepEqual([reply.status, reply.json], [200, { status: 'ok' }]);
  });
});
