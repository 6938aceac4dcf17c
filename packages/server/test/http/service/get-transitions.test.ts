import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitions } from '@patchbay/contract';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-transitions', () => {
  test('200: the whole table', async (t) => {
    const { anonymous } = await startServer(t);
    const reply = await anonymous.get('/transitions');
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, transitions);
  });
});
