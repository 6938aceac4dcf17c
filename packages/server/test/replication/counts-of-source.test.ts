import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { sendJson, startBehindProxy } from './before-source.ts';

const examine = async ({ server }: TestServer): Promise<void> => {
  const { DATA_DIR, DATABASE_URL } = server.context.config;
  const { code, stdout } = await runCommandHere(['doctor', '--quick'], { DATA_DIR, DATABASE_URL });
  assert.equal(code, 0, stdout);
};

suite('the counts of a node from a source', () => {
  test('are those of the source, whatever is installed here, also once it is one of this registry', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    await publishActive(source, ada, 'some-node', '1.0.0');
    const local = await startServer(t, { UPSTREAM: source.url });
    const bob = await makePublisher(local, 'bob');
    await publishActive(local, bob, 'own-node', '1.0.0');
    await local.settle();
    const downloads = async (id: string) => (await local.anonymous.get(`/nodes/${id}`)).json.downloads;
    for (const id of ['some-node', 'own-node']) {
      assert.equal((await local.anonymous.get(`/nodes/${id}/install`)).status, 200);
    }
    await local.server.context.downloads.flush();
    assert.deepEqual([await downloads('some-node'), await downloads('own-node')], [0, 1]);
    const { json } = await local.anonymous.get('/nodes?sort=trending;desc');
    assert.deepEqual(json.nodes.map(({ id }: { id: string }) => id).sort(), ['own-node', 'some-node']);
    await examine(local);

    await ada.owner.put('/publishers/ada/nodes/some-node', { description: 'Changed.' });
    local.clock.advance(minutes(2));
    await local.settle();
    assert.equal(await downloads('some-node'), 0);
    const moderator = await local.moderator();
    const given = await moderator.post('/admin/nodes/some-node/transfer', {
      publisher_id: 'bob',
      reason: 'Ours.',
    });
    assert.equal(given.status, 200, given.text);
    await examine(local);
  });

  test('are bounded, and so are its times and the address of its registry', async (t) => {
    const behind = await startBehindProxy(t);
    const ada = await makePublisher(behind.source, 'ada');
    const ids = ['one-node', 'two-node', 'three-node'];
    for (const id of ids) await publishActive(behind.source, ada, id, '1.0.0');
    const years = ['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00.000Z'];
    const upstreams = [
      'javascript:alert(1)',
      'x'.repeat(1_000_000),
      `https://example.org/${'x'.repeat(5_000)}`,
    ];
    const shown = await Promise.all(
      ids.map(async (id, index) => {
        const { json } = await behind.source.anonymous.get(`/nodes/${id}`);
        return {
          ...json,
          downloads: Number.MAX_SAFE_INTEGER,
          created_at: years[index],
          upstream: upstreams[index],
        };
      }),
    );
    behind.instead = ({ url = '' }, response) => {
      const node = shown.find(({ id }) => url === `/nodes/${id}` || url.startsWith(`/nodes/${id}?`));
      return node !== undefined && sendJson(response, node);
    };
    const mirror = await startServer(t, { MIRROR_FROM: behind.url });
    await mirror.settle();
    for (const path of ['/publishers/ada', '/p/ada', '/nodes?limit=10', '/']) {
      const { status, text } = await mirror.anonymous.get(path);
      assert.equal(status, 200, `${path} ${text}`);
    }
    const { json } = await mirror.anonymous.get('/nodes?limit=10');
    assert.equal(json.nodes.length, 3);
    for (const { created_at, downloads, upstream } of json.nodes) {
      assert.equal(upstream, undefined);
      assert.match(created_at, /^\d{4}-/);
      assert.ok(downloads > 1_000_000_000);
    }
    await examine(mirror);
  });
});
