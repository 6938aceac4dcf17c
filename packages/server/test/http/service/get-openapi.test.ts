import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openapiDocument } from '@patchbay/contract';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suite } from '../../support/variants.ts';

suite('get-openapi', () => {
  test('200: the document of the contract, whole', async (t) => {
    const { anonymous } = await startServer(t);
    const reply = await anonymous.get('/openapi.json');
    assert.equal(reply.status, 200, reply.text);
    const written: unknown = JSON.parse(new TextDecoder().decode(reply.bytes));
    const document = openapiDocument(currentVariant().profile);
    assert.deepEqual(written, JSON.parse(JSON.stringify(document)));
  });
});
