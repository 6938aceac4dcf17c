import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { makePublisher, publishActive, publishFiles, publishPending, zip } from '../support/build.ts';
import type { Client } from '../support/client.ts';
import { hours, minutes } from '../support/clock.ts';
import { Replica } from '../support/replica.ts';
import { readOrigins } from '../support/site/read-origins.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** Everything that anyone reads of a registry, without the address at which it does, counts of downloads, and where its log stands. */
const readAll = async ({ anonymous, url }: TestServer): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  const keep = async (path: string): Promise<unknown> => {
    const { status, text, json } = await anonymous.get(path);
    found[path] = `${status} ${text.replaceAll(url, '').replaceAll(/"(?:downloads|seq)":\d+/g, '')}`;
    return json;
  };
  const { nodes } = (await keep('/nodes?limit=1000&include_translations=true')) as {
    nodes: { id: string }[];
  };
  await keep('/nodes/search?search=node&limit=100');
  for (const { id } of nodes) {
    await keep(`/nodes/${id}`);
    const versions = (await keep(
      `/nodes/${id}/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusDeleted&statuses=NodeVersionStatusBanned`,
    )) as { version: string; status: string }[];
    for (const { version, status } of versions) {
      const path = `/nodes/${id}/versions/${version}`;
      await keep(path);
      if (status !== 'NodeVersionStatusActive') continue;
      await keep(`${path}/app-nodes?limit=100`);
      await keep(`${path}/readme`);
      await keep(`${path}/files?limit=100`);
      const { bytes, headers } = await anonymous.get(`/packages/ada/${id}/${version}.zip`);
      found[`${path} package`] = `${headers.get('digest')} ${Buffer.from(bytes).toString('base64')}`;
    }
  }
  return found;
};

/** The lines of the catalogue, without the first, which says where the log stands. */
const catalogueOf = async ({ url }: TestServer): Promise<string[]> => {
  const replica = new Replica();
  replica.read(await (await fetch(`${url}/catalogue?versions=all`)).text());
  // It may be a little behind.
  const since = encodeURIComponent(replica.next);
  const { changes, next } = JSON.parse(
    await (await fetch(`${url}/changes?since=${since}&versions=all&limit=1000`)).text(),
  );
  replica.apply(changes, next);
  return replica.lines().map((line) => line.replaceAll(url, ''));
};

const expectSame = async (source: TestServer, mirror: TestServer): Promise<void> => {
  assert.deepEqual(await catalogueOf(mirror), await catalogueOf(source));
  const [expected, found] = [await readAll(source), await readAll(mirror)];
  assert.deepEqual(Object.keys(found), Object.keys(expected));
  for (const [path, text] of Object.entries(expected)) assert.equal(found[path], text, path);
};

suiteOnBoth('a mirror of a registry', async () => {
  const source = await startServer({ after });
  const ada = await makePublisher(source, 'ada');
  await publishFiles(source, ada, 'First-Node', '1.0.0', {
    '__init__.py': 'class Blur:\n    FUNCTION = "run"\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
    'README.md': '# First\n\nA node.\n',
  });
  await publishActive(source, ada, 'First-Node', '1.1.0');
  await publishActive(source, ada, 'second-node', '0.1.0');
  await publishActive(source, ada, 'third-node', '1.0.0');
  const mirrorOf = (t: TestContext | { after: typeof after }, environment: Record<string, string> = {}) =>
    startServer(t, { MIRROR_FROM: source.url, ...environment });
  /** Long enough that all nodes are listed again where the source tells no changes. */
  const syncLater = async (mirror: TestServer): Promise<void> => {
    mirror.clock.advance(hours(25));
    await mirror.settle();
  };
  const put = async (client: Client, path: string, body: object): Promise<void> => {
    const reply = await client.put(path, body);
    assert.equal(reply.status, 200, reply.text);
  };

  test('says the same as its source at first, after every kind of change, and in packages, and so does a mirror of it', async (t) => {
    const mirror = await mirrorOf(t);
    await mirror.settle();
    await expectSame(source, mirror);
    const second = await startServer(t, { MIRROR_FROM: mirror.url });
    await second.settle();

    const moderator = await source.moderator();
    await put(ada.owner, '/publishers/ada/nodes/second-node', {
      description: 'Other words',
      translations: { de: { name: 'Knoten' } },
    });
    await put(ada.owner, '/publishers/ada', { name: 'Ada & Co', website: 'https://ada.example.org' });
    await put(moderator, '/publishers/ada/nodes/second-node', { search_ranking: 3, github_stars: 9 });
    await put(ada.owner, '/publishers/ada/nodes/second-node/publishing', { trusted_only: true });
    await put(moderator, '/admin/nodes/First-Node/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'It is bad.',
    });
    await put(ada.owner, '/publishers/ada/nodes/second-node/publishing', { trusted_only: false });
    await publishActive(source, ada, 'second-node', '0.2.0');
    await put(ada.owner, '/publishers/ada/nodes/second-node/publishing', { trusted_only: true });
    await publishActive(source, ada, 'fourth-node', '1.0.0');
    assert.equal((await ada.owner.delete('/publishers/ada/nodes/third-node')).status, 204);
    await syncLater(mirror);
    await expectSame(source, mirror);
    assert.equal((await mirror.anonymous.get('/nodes/third-node')).status, 404);
    assert.equal((await mirror.anonymous.get('/packages/ada/First-Node/1.0.0.zip')).status, 403);

    await put(moderator, '/admin/nodes/First-Node/versions/1.0.0', {
      status: 'NodeVersionStatusActive',
      status_reason: 'It was good.',
    });
    const renamed = await ada.owner.post('/publishers/ada/nodes/fourth-node/rename', { id: 'New-Name' });
    assert.equal(renamed.status, 200, renamed.text);
    await syncLater(mirror);
    await expectSame(source, mirror);
    assert.equal((await mirror.anonymous.get('/nodes/fourth-node')).json.id, 'New-Name');

    const installed = { nodes: [{ node_id: 'fourth-node', version: '1.0.0' }] };
    const { next: since } = (await mirror.anonymous.post('/catalogue/watch', installed)).json;
    // The feed tells only the last of what happened since, when nobody sees the node and its former ids any more.
    const again = await ada.owner.post('/publishers/ada/nodes/New-Name/rename', { id: 'a-name' });
    assert.equal(again.status, 200, again.text);
    const banned = await moderator.post('/publishers/ada/nodes/a-name/ban', { reason: 'Checked.' });
    assert.ok(banned.status < 300, banned.text);
    await syncLater(mirror);
    await expectSame(source, mirror);
    await syncLater(second);
    await expectSame(source, second);
    assert.equal((await mirror.anonymous.get('/nodes/New-Name')).status, 403);
    const { json: news } = await mirror.anonymous.post('/catalogue/watch', { ...installed, since });
    assert.deepEqual(news.nodes[0]?.concerns, ['node_banned']);
  });

  test('tells its own followers of a node whose stars, or whose time of change alone, are others', async (t) => {
    const mirror = await mirrorOf(t);
    await mirror.settle();
    const moderator = await source.moderator();
    const node = '/publishers/ada/nodes/second-node';
    for (const write of [
      async () => {
        for (const status of ['NodeStatusBanned', 'NodeStatusActive']) {
          await put(moderator, node, { status, status_detail: 'Checked.' });
        }
      },
      async () => {
        const rated = await moderator.post('/nodes/second-node/reviews?star=4');
        assert.equal(rated.status, 200, rated.text);
      },
      // As of more reviews than a test can give.
      async () => {
        const { writer } = source.server.context.store.engine;
        await writer.updateTable('nodes').set({ rating_sum: 5_635, rating_count: 1_234 }).execute();
        await put(moderator, node, { description: 'Often reviewed.' });
      },
    ]) {
      const { next } = (await mirror.anonymous.get('/changes?since=0&limit=1000')).json;
      source.clock.advance(minutes(1));
      await write();
      await syncLater(mirror);
      const { changes } = (await mirror.anonymous.get(`/changes?since=${next}`)).json;
      const shown = changes.findLast((change: { node_id: string }) => change.node_id === 'second-node');
      const { json } = await source.anonymous.get('/nodes/second-node');
      assert.deepEqual([shown?.node?.updated_at, shown?.node?.rating], [json.updated_at, json.rating]);
    }
  });

  test('names the same node for an app-node that two have, also where the other was published first', async (t) => {
    const mirror = await mirrorOf(t, { MIRROR_PACKAGES: 'none' });
    const files = { '__init__.py': 'class One: ...\n\nNODE_CLASS_MAPPINGS = {"Contested": One}\n' };
    const { signedUrl } = await publishPending(ada, 'early-node', '1.0.0');
    source.clock.advance(minutes(1));
    await publishFiles(source, ada, 'late-node', '1.0.0', files);
    mirror.clock.advance(minutes(30));
    await mirror.settle();
    const uploaded = await source.anonymous.upload(signedUrl, await zip(files));
    assert.equal(uploaded.status, 200, uploaded.text);
    await source.settle();
    await syncLater(mirror);
    for (const { anonymous } of [source, mirror]) {
      const { json } = await anonymous.get('/app-nodes/Contested/node');
      assert.deepEqual([json.id, json.provider_reason], ['late-node', 'first']);
    }
  });

  test('403 read_only: refuses every write and names its source', async (t) => {
    const mirror = await mirrorOf(t, { MIRROR_PACKAGES: 'none' });
    await mirror.settle();
    const moderator = await mirror.moderator();
    const writes = [
      await moderator.post('/publishers', { id: 'bob', name: 'Bob' }),
      await moderator.put('/publishers/ada/nodes/First-Node', { description: 'Mine' }),
      await moderator.delete('/publishers/ada/nodes/First-Node'),
      await moderator.post('/nodes/First-Node/reviews?star=1'),
      await mirror.anonymous.post('/publishers/ada/nodes/First-Node/versions', {}),
      await mirror.anonymous.send('PUT', '/uploads/anything?x=1'),
    ];
    for (const { status, json } of writes.slice(0, -1)) {
      assert.equal(status, 403);
      assert.equal(json.error, 'read_only');
      assert.match(json.message, new RegExp(`mirror of ${source.url} and takes no writes`));
    }
    const bulk = await mirror.anonymous.post('/bulk/nodes/versions', {
      node_versions: [{ node_id: 'first-node', version: '1.1.0' }],
    });
    assert.equal(bulk.json.node_versions[0]?.status, 'success');
  });

  test('tells how far it is, and serves what it has while its source is away', async (t) => {
    const gone = await startServer(t);
    const bob = await makePublisher(gone, 'bob');
    await publishActive(gone, bob, 'kept-node', '1.0.0');
    const mirror = await startServer(t, { MIRROR_FROM: gone.url });
    await mirror.settle();
    await gone.settle();
    await gone.server.app.close();
    mirror.clock.advance(minutes(5));
    await mirror.settle();
    const { status, json } = await mirror.anonymous.get('/ready');
    assert.equal(status, 200);
    assert.deepEqual(
      { ...json.source, synced_at: '', behind_seconds: (json.source?.behind_seconds ?? 0) >= 300 },
      {
        url: gone.url,
        kind: 'mirror',
        reachable: false,
        synced_at: '',
        behind_seconds: true,
        packages_missing: 0,
        packages_failed: 0,
      },
    );
    const shown = await mirror.anonymous.get('/health/status');
    assert.deepEqual(shown.json.source?.url, gone.url);
    const { text } = await mirror.anonymous.get('/metrics');
    assert.match(text, /patchbay_source_up(?:\{[^}]*\})? 0/);
    assert.equal((await mirror.anonymous.get('/packages/bob/kept-node/1.0.0.zip')).status, 200);
  });

  test('has only the chosen nodes with MIRROR_NODES', async (t) => {
    const mirror = await mirrorOf(t, { MIRROR_NODES: 'second-node, FIRST-NODE' });
    await mirror.settle();
    const { json } = await mirror.anonymous.get('/nodes?limit=100');
    assert.deepEqual(json.nodes.map(({ id }: { id: string }) => id).sort(), ['First-Node', 'second-node']);
    const mark = `${source.url}/ ${new URL(source.url).host}`;
    assert.deepEqual(await readOrigins(mirror.url, '/search'), [mark, mark]);
    assert.deepEqual(await readOrigins(mirror.url, '/n/second-node'), [mark]);

    const blur = '/nodes/First-Node/versions/1.0.0/app-nodes/Blur';
    await put(await source.moderator(), blur, { policy: 'AppNodePolicyBanned' });
    await syncLater(mirror);
    assert.equal((await mirror.anonymous.get(blur)).json.policy, 'AppNodePolicyBanned');
  });
});
