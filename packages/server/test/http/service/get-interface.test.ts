import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-interface', async () => {
  const { anonymous } = await startServer({ after });

  test('200: the very document of /openapi.json', async () => {
    const reply = await anonymous.get('/openapi');
    assert.deepEqual([reply.status, reply.json.openapi], [200, '3.1.0']);
    assert.equal(reply.text, (await anonymous.get('/openapi.json')).text);
  });
});
