import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-readiness', () => {
  test('200, and 503 while the package store is down', async (t) => {
    const { anonymous, server } = await startServer(t);
    const ready = await anonymous.get('/ready');
    assert.deepEqual([ready.status, ready.json], [200, { status: 'ready' }]);

    const packages = join(server.context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    const away = await anonymous.get('/ready');
    assertRefused(away, 'unavailable');
    assert.ok(Number(away.headers.get('retry-after')) > 0);
    assert.equal((await anonymous.get('/health')).status, 200, 'the process is alive all the same');

    await rename(`${packages}-away`, packages);
    assert.equal((await anonymous.get('/ready')).status, 200);
  });
});
