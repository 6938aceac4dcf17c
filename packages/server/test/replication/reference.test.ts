import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, suite as plainSuite, test } from 'node:test';
import { zip } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { hours, minutes } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { sized } from '../support/length.ts';
import { type Reference, startReference } from './reference.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const mirrorOf = (t: TestContext, reference: Reference, environment: Record<string, string> = {}) =>
  startServer(t, { HOST_PROFILE: 'comfyui', MIRROR_FROM: reference.url, ...environment });

const idsOf = async ({ anonymous }: Pick<TestServer, 'anonymous'>): Promise<string[]> => {
  const { json } = await anonymous.get('/nodes?limit=1000');
  return (json.nodes as { id: string }[]).map(({ id }) => id);
};

/** What a mirror shows of a version of the stand-in. */
const appNodesOf = async ({ anonymous }: Pick<TestServer, 'anonymous'>, id: string, version: string) => {
  const { json } = await anonymous.get(`/nodes/${id}/versions/${version}/comfy-nodes?limit=100`);
  return (json as unknown as { comfy_nodes: { comfy_node_name: string }[] }).comfy_nodes.map(
    ({ comfy_node_name }) => comfy_node_name,
  );
};

// One engine is enough: the other tests of mirrors meet both.
plainSuite('a mirror of the reference registry, which has no feed and no digests', () => {
  test('reads all pages, politely, and serves what they had', async (t) => {
    const reference = await startReference(t);
    const ids = Array.from({ length: 65 }, (_, index) => `node-${String(index).padStart(2, '0')}`);
    for (const id of ids) await reference.add(id, ['1.0.0', '1.1.0']);
    let refusals = 0;
    reference.instead = (_request, response) => {
      if ((refusals += 1) % 40 !== 0) return false;
      response.writeHead(429, { 'retry-after': '0.01' }).end('{}');
      return true;
    };
    const mirror = await mirrorOf(t, reference, {
      MIRROR_PACKAGES: 'on-demand',
      SECURITY_CONTACT: 'mailto:ops@example.org',
    });
    await mirror.settle();
    assert.deepEqual(await idsOf(mirror), ids);
    assert.match([...reference.agents].join(), /^Patchbay\/[\d.]+ \(mirror; \+mailto:ops@example\.org\)$/);
    const { json: node } = await mirror.anonymous.get('/nodes/node-07');
    assert.deepEqual(
      [node.downloads, node.github_stars, node.search_ranking, node.publisher.name, node.tags],
      [1234, 56, 7, 'Publisher kim', ['image']],
    );
    assert.equal('status_detail' in node, false);
    assert.equal(node.latest_version?.version, '1.1.0');
    assert.equal(
      node.latest_version?.downloadUrl,
      `${mirror.url}/packages/kim/node-07/1.1.0.zip`,
      'packages come from the mirror',
    );
    assert.deepEqual(await appNodesOf(mirror, 'node-07', '1.0.0'), ['node-07 Blur', 'node-07 Sharpen 1.0.0']);
    const { json: provider } = await mirror.anonymous.get('/comfy-nodes/node-07%20Blur/node');
    assert.equal(provider.id, 'node-07');
    assert.ok(!reference.requests.some((request) => request.includes('/cdn/')), 'no package was asked for');
  });

  test('learns a digest with the first install, and serves the package by it', async (t) => {
    const reference = await startReference(t);
    await reference.add('blur-node', ['2.0.0']);
    const mirror = await mirrorOf(t, reference, { MIRROR_PACKAGES: 'on-demand' });
    await mirror.settle();
    const found = await Promise.all(
      Array.from({ length: 8 }, () => mirror.anonymous.get('/nodes/blur-node/install')),
    );
    const expected = sha256(reference.bytesOf('blur-node', '2.0.0'));
    for (const { json } of found) assert.equal(json.package_sha256, expected);
    assert.equal(reference.requests.filter((request) => request.includes('/cdn/')).length, 1);
    const { bytes } = await mirror.anonymous.get('/packages/kim/blur-node/2.0.0.zip');
    assert.equal(sha256(bytes), expected);
    const { json: readme } = await mirror.anonymous.get('/nodes/blur-node/versions/2.0.0/readme');
    assert.match(JSON.stringify(readme), /blur-node 2\.0\.0/);
  });

  test('notices what was published, deprecated and taken away', async (t) => {
    const reference = await startReference(t);
    const kept = await reference.add('kept-node', ['1.0.0']);
    const gone = await reference.add('gone-node', ['1.0.0']);
    const mirror = await mirrorOf(t, reference, { MIRROR_PACKAGES: 'none' });
    await mirror.settle();
    gone.isGone = true;
    const [first] = kept.versions;
    assert.ok(first);
    first.deprecated = true;
    const later = await reference.add('other-node', ['3.0.0']);
    kept.versions.push({ ...first, version: '1.1.0', deprecated: false, appNodes: ['New'] });
    mirror.clock.advance(hours(25));
    await mirror.settle();
    assert.deepEqual(await idsOf(mirror), ['kept-node', 'other-node']);
    const { json: versions } = await mirror.anonymous.get('/nodes/kept-node/versions');
    assert.deepEqual(
      (versions as { version: string; deprecated?: boolean }[]).map(({ version, deprecated }) => [
        version,
        deprecated,
      ]),
      [
        ['1.1.0', false],
        ['1.0.0', true],
      ],
    );
    assert.deepEqual(await appNodesOf(mirror, 'kept-node', '1.1.0'), ['New']);
    kept.versions.pop();
    later.isGone = true;
    gone.isGone = false;
    mirror.clock.advance(hours(25));
    await mirror.settle();
    assert.deepEqual(await idsOf(mirror), ['kept-node', 'gone-node']);
    assert.equal(
      (await mirror.anonymous.get('/nodes/kept-node/versions/1.1.0')).json.status,
      'NodeVersionStatusDeleted',
    );
  });

  test('shows downloads that alone changed, also in an answer that was kept, and tells no change for them', async (t) => {
    const reference = await startReference(t);
    const node = await reference.add('kept-node', ['1.0.0']);
    const mirror = await mirrorOf(t, reference, { MIRROR_PACKAGES: 'none' });
    await mirror.settle();
    const show = async () => (await mirror.anonymous.get('/nodes/kept-node')).json;
    const before = await show();
    const { next } = (await mirror.anonymous.get('/changes?since=0')).json;
    node.downloads = 5678;
    mirror.clock.advance(hours(25));
    await mirror.settle();
    assert.deepEqual(await show(), { ...before, downloads: 5678 });
    assert.deepEqual((await mirror.anonymous.get(`/changes?since=${next}`)).json.changes, []);
  });

  test('503: never serves a package that is not what it should be', async (t) => {
    const reference = await startReference(t);
    for (const id of ['cut-node', 'fake-node', 'away-node', 'sound-node']) await reference.add(id, ['1.0.0']);
    let isBroken = true;
    reference.instead = ({ url = '' }, response) => {
      if (!isBroken || !url.startsWith('/cdn/')) return false;
      if (url.includes('cut-node')) {
        const bytes = reference.bytesOf('cut-node', '1.0.0');
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 60), () => response.destroy());
      } else if (url.includes('fake-node')) response.end('<html>Sign in</html>');
      else if (url.includes('away-node')) response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end();
      else return false;
      return true;
    };
    const mirror = await mirrorOf(t, reference);
    await mirror.settle();
    for (const id of ['cut-node', 'fake-node', 'away-node']) {
      const { status, json, headers } = await mirror.anonymous.get(`/packages/kim/${id}/1.0.0.zip`);
      assert.equal(status, 503, id);
      assert.equal(json.error, 'unavailable');
      assert.match(json.message, new RegExp(`The package of version "1.0.0" of "${id}" cannot be had`));
      assert.equal(headers.get('retry-after'), '60');
    }
    assert.equal((await mirror.anonymous.get('/packages/kim/sound-node/1.0.0.zip')).status, 200);
    const { json: ready } = await mirror.anonymous.get('/ready');
    assert.deepEqual([ready.source?.packages_missing, ready.source?.packages_failed], [3, 3]);
    const { text } = await mirror.anonymous.get('/metrics');
    assert.match(text, /patchbay_packages_fetched_total\{outcome="refused"[^}]*\} 1/);
    isBroken = false;
    mirror.clock.advance(hours(2));
    await mirror.settle();
    for (const id of ['cut-node', 'fake-node', 'away-node']) {
      assert.equal((await mirror.anonymous.get(`/packages/kim/${id}/1.0.0.zip`)).status, 200, id);
    }
  });

  test('keeps the first digest of a version, whatever comes later under its number', async (t) => {
    const reference = await startReference(t);
    const node = await reference.add('swapped-node', ['1.0.0']);
    const mirror = await mirrorOf(t, reference);
    await mirror.settle();
    const before = sha256(reference.bytesOf('swapped-node', '1.0.0'));
    const [version] = node.versions;
    assert.ok(version);
    version.bytes = await zip({ '__init__.py': 'import os\n' });
    node.description = 'Changed';
    mirror.clock.advance(hours(25));
    await mirror.settle();
    const { bytes } = await mirror.anonymous.get('/packages/kim/swapped-node/1.0.0.zip');
    assert.equal(sha256(bytes), before);
    assert.equal((await mirror.anonymous.get('/nodes/swapped-node')).json.description, 'Changed');
  });

  test('skips what it cannot hold, and leaves out values that it would refuse', async (t) => {
    const reference = await startReference(t);
    await reference.add('../admin', ['1.0.0']);
    await reference.add('search', ['1.0.0']);
    await reference.add('long-node', ['1.0.0', 'latest']);
    const long = reference.nodes.get('long-node');
    assert.ok(long);
    long.description = 'x'.repeat(20_000);
    long.rating = 1e300;
    const mirror = await mirrorOf(t, reference, { MIRROR_PACKAGES: 'none' });
    await mirror.settle();
    assert.deepEqual(await idsOf(mirror), ['long-node']);
    const { json } = await mirror.anonymous.get('/nodes/long-node');
    assert.deepEqual([json.description, json.latest_version?.version], ['', '1.0.0']);
    assert.equal(json.rating, undefined);
    const { text } = await mirror.anonymous.get('/metrics');
    assert.match(text, /patchbay_replicated_nodes_total\{outcome="unusable"[^}]*\} 3/);
  });

  test('a server that is killed again and again ends with all of it, and nothing twice', async (t) => {
    const reference = await startReference(t);
    const ids = Array.from({ length: 45 }, (_, index) => `node-${String(index).padStart(2, '0')}`);
    for (const id of ids) await reference.add(id, ['1.0.0', '1.1.0']);
    const environment = {
      ...(await temporaryData(t)),
      HOST_PROFILE: 'comfyui',
      MIRROR_FROM: reference.url,
      SYNC_INTERVAL: '1',
    };
    // The lease of a job outlives its process by up to 15 seconds.
    const kills = sized({ short: 1, long: 20 });
    for (let kill = 1; kill <= kills; kill += 1) {
      const server = await startServerProcess(environment);
      const asked = reference.requests.length;
      await until(() => reference.requests.length > asked + 60, { pollMs: 1 });
      await server.end('SIGKILL');
    }
    const server = await startServerProcess(environment);
    t.after(async () => void (await server.end('SIGTERM')));
    const anonymous = new Client(server.url);
    const source = async () => (await anonymous.get('/ready')).json.source;
    await until(async () => {
      const state = await source();
      return state?.synced_at !== undefined && state.packages_missing === 0;
    });
    assert.deepEqual((await idsOf({ anonymous })).sort(), ids);
    const { json: versions } = await anonymous.get('/versions?limit=1');
    assert.equal(versions.total, ids.length * 2);
    for (const id of ids) {
      assert.deepEqual(await appNodesOf({ anonymous }, id, '1.1.0'), [`${id} Blur`, `${id} Sharpen 1.1.0`]);
      const { bytes } = await anonymous.get(`/packages/kim/${id}/1.0.0.zip`);
      assert.equal(sha256(bytes), sha256(reference.bytesOf(id, '1.0.0')), id);
    }
  });

  test('begins once its source is there, if that was away at the first look', async (t) => {
    const reference = await startReference(t);
    await reference.add('late-node', ['1.0.0']);
    reference.instead = (_request, response) => {
      response.destroy();
      return true;
    };
    const mirror = await mirrorOf(t, reference);
    await mirror.settle();
    assert.equal((await mirror.anonymous.get('/ready')).json.source?.reachable, false);
    reference.instead = () => false;
    mirror.clock.advance(minutes(2));
    await mirror.settle();
    assert.deepEqual(await idsOf(mirror), ['late-node']);
  });

  test('asks no more than it must where nothing changed', async (t) => {
    const reference = await startReference(t);
    for (const id of ['one', 'two', 'three']) await reference.add(`${id}-node`, ['1.0.0']);
    const mirror = await mirrorOf(t, reference);
    await mirror.settle();
    const before = reference.requests.length;
    reference.instead = ({ url = '' }, response) => {
      if (!url.includes('timestamp=')) return false;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ nodes: [], total: 0, page: 1, limit: 30, totalPages: 0 }));
      return true;
    };
    mirror.clock.advance(minutes(2));
    await mirror.settle();
    assert.deepEqual(reference.requests.slice(before), ['GET /changes', 'GET /nodes']);
  });
});
