import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('suggest-searches', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const suggest = (query: string) => server.anonymous.get(`/search/suggest?${query}`);

  test('200: nodes and app-nodes by what was typed so far, none without an Active version', async () => {
    await publishActive(server, ada, 'face-tools', '1.0.0');
    await ada.owner.put('/publishers/ada/nodes/face-tools', { name: 'Tools for faces' });
    await ada.owner.post('/publishers/ada/nodes', { id: 'face-later' });
    const moderator = await server.moderator();
    const app_nodes = ['FaceDetailer', 'Blur'].map((app_node_name) => ({ app_node_name }));
    await moderator.put('/admin/nodes/face-tools/versions/1.0.0/app-nodes', { app_nodes });
    assert.deepEqual((await suggest('search=fac')).json, {
      suggestions: [
        { kind: 'node', text: 'Tools for faces', node_id: 'face-tools' },
        { kind: 'app-node', text: 'FaceDetailer', node_id: 'face-tools' },
      ],
    });
    assert.equal((await suggest('search=fac&limit=1')).json.suggestions.length, 1);
    for (const query of ['', 'search=', 'search=!', 'search=unicorn'])
      assert.deepEqual((await suggest(query)).json, { suggestions: [] }, query);
  });

  test('400: too many words', async () => {
    assertRefused(await suggest('search=a+b+c+d+e+f+g+h+i'), 'invalid_request');
  });
});
