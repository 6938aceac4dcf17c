import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('add-translations', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const make = async (id: string) => {
    await ada.owner.post('/publishers/ada/nodes', { id });
    return `/nodes/${id}/translations`;
  };

  test('201: texts are merged, and those that were not sent stay', async () => {
    const path = await make('merged');
    const first = await ada.owner.post(path, { data: { de: { name: 'Korn', description: 'Alt.' } } });
    assert.equal(first.status, 201, first.text);
    const second = await ada.owner.post(path, {
      data: { de: { description: 'Neu.' }, fr: { name: 'Grain' } },
    });
    const all = { de: { name: 'Korn', description: 'Neu.' }, fr: { name: 'Grain' } };
    assert.deepEqual(second.json.translations, all);
    const read = await server.anonymous.get('/nodes/merged?include_translations=true');
    assert.deepEqual(read.json.translations, all);
  });

  test('400: more than a node may have, however it is spread over requests', async () => {
    const path = await make('long');
    const statuses: number[] = [];
    for (const tag of ['de', 'fr', 'it', 'ja', 'ko']) {
      const reply = await ada.owner.post(path, { data: { [tag]: { description: 'é'.repeat(9_000) } } });
      statuses.push(reply.status);
    }
    assert.deepEqual(statuses, [201, 201, 201, 400, 400]);
  });

  test('400: a text that is none, and no texts', async () => {
    const path = await make('odd');
    assertRefused(await ada.owner.post(path, { data: { de: { name: 1 } } }), 'invalid_request');
    assertRefused(await ada.owner.post(path, {}), 'invalid_request');
  });
});
