import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive, uniqueId } from '../support/build.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

suite('/n/:nodeId/card.png', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, uniqueId('ada'));
  const publish = async (metadata: object): Promise<string> => {
    const id = uniqueId('node');
    await publishActive(server, ada, id, '1.0.0');
    const reply = await ada.owner.put(`/publishers/${ada.id}/nodes/${id}`, metadata);
    assert.equal(reply.status, 200, reply.text);
    return id;
  };
  const open = async (id: string, query = '') => {
    const reply = await server.anonymous.get(`/n/${id}/card.png${query}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('content-type'), 'image/png');
    return reply;
  };
  const sizeOf = (png: Uint8Array): string => {
    assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
    const { buffer, byteOffset } = png;
    const view = new DataView(buffer, byteOffset);
    return `${view.getUint32(16)}x${view.getUint32(20)}`;
  };

  test('is a picture of the size that cards have, which other sites may show', async () => {
    const id = await publish({ name: 'Blender', description: 'Blends pictures.' });
    const { bytes, headers } = await open(id);
    assert.equal(sizeOf(bytes), '1200x630');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('cache-control'), 'public, no-cache');
  });

  test('is drawn once, whatever the query, and again when the node changes', async () => {
    const id = await publish({ name: 'Blender' });
    const { headers, bytes } = await open(id);
    const hits = async () =>
      (await readMetrics(server)).get('patchbay_response_cache_hits_total{process="1"}') ?? NaN;
    const before = await hits();
    // Nothing is kept while a change is on its way to the cache.
    await until(async () => {
      const again = await open(id, '?again=1');
      assert.deepEqual(again.bytes, bytes);
      assert.equal(again.headers.get('etag'), headers.get('etag'));
      assert.equal(again.headers.get('content-encoding'), null);
      return (await hits()) > before;
    });
    const misses = async () =>
      (await readMetrics(server)).get('patchbay_response_cache_misses_total{process="1"}');
    const drawn = await misses();
    for (const cookie of ['theme=dark', 'theme=light'])
      for (const query of ['', '?again=2']) {
        const known = { cookie, 'if-none-match': headers.get('etag') ?? '' };
        assert.equal((await server.anonymous.get(`/n/${id}/card.png${query}`, known)).status, 304);
        assert.deepEqual((await server.anonymous.get(`/n/${id}/card.png${query}`, { cookie })).bytes, bytes);
      }
    assert.equal((await server.anonymous.send('HEAD', `/n/${id}/card.png`)).status, 200);
    assert.equal(await misses(), drawn, 'nor whichever theme its visitor has chosen');
    const reply = await ada.owner.put(`/publishers/${ada.id}/nodes/${id}`, { name: 'Mixer' });
    assert.equal(reply.status, 200, reply.text);
    assert.notEqual((await open(id)).headers.get('etag'), headers.get('etag'));
  });

  test('takes any name and description', async () => {
    const texts = [
      ['<script>alert(1)</script> & "quotes" \']]>', '</text></svg>&nbsp;<!--'],
      ['W'.repeat(200), 'W'.repeat(10_000)],
      ['\u{1f469}\u200d\u{1f469}\u200d\u{1f467}', 'i '.repeat(5_000)],
      ['\u0641\u0627\u0631\u0633\u06cc \u05e9\u05dc\u05d5\u05dd', '\u6f22\u5b57 '.repeat(3_000)],
      ['e\u0301'.repeat(100), '\u0001\u000b\ufffe \u202e text'],
    ];
    for (const [name, description] of texts) {
      const id = await publish({ name, description });
      assert.equal(sizeOf((await open(id)).bytes), '1200x630', name);
    }
  });

  test('is not there for a node that nobody sees', async () => {
    assert.equal((await server.anonymous.get('/n/no-such-node/card.png')).status, 404);
    const id = await publish({ name: 'Banned' });
    await open(id);
    const moderator = await server.moderator();
    const banned = await moderator.post(`/publishers/${ada.id}/nodes/${id}/ban`, { reason: 'Checked.' });
    assert.ok(banned.status < 300, banned.text);
    const reply = await server.anonymous.get(`/n/${id}/card.png`);
    assert.equal(reply.status, 403);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  });
});
