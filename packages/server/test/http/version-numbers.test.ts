import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publication, publishActive, publishPending } from '../support/build.ts';
import { makeData } from '../support/make-data.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { suiteOnBoth } from '../support/variants.ts';

const path = '/publishers/ada/nodes/node/versions';
const greatest = Number.MAX_SAFE_INTEGER;
const ofLength = (chars: number): string => '1.0.0-'.padEnd(chars, 'a');

suiteOnBoth('version numbers', () => {
  test('a version has at most 200 characters and no number over 2^53 − 1, and the refusal says so', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const publish = (version: string) => ada.owner.post(path, publication(ada.token, version));
    const good = [ofLength(200), `${greatest}.${greatest}.${greatest}-${greatest}`, '1.0.0-20260107123456'];
    for (const version of good) {
      const reply = await publish(version);
      assert.equal(reply.status, 201, reply.text);
      assert.equal(reply.json.node_version.version, version);
    }
    const over = BigInt(greatest) + 1n;
    const bad = [
      ofLength(201),
      '1.0.0+'.padEnd(201, '1'),
      ofLength(100_000),
      `1.${over}.0`,
      `1.0.0-rc.${over}`,
    ];
    for (const version of bad) {
      const reply = await publish(version);
      assertRefused(reply, 'invalid_version');
      assert.match(reply.json.message, /200 characters.*9007199254740991/, 'the bounds are named');
      assert.ok(reply.text.length < 2_000, 'what was sent is not sent back whole');
      assert.equal((await ada.owner.get(`/nodes/node/versions/${version.slice(0, 900)}`)).status, 404);
    }
    const asked = [{ node_id: 'node', version: ofLength(200) }];
    const bulk = await server.anonymous.post('/bulk/nodes/versions', { node_versions: asked });
    assert.equal(
      bulk.json.node_versions[0].status,
      'unavailable',
      'all that can be published can be asked for',
    );
  });

  test('versions that differ in build metadata alone are one number, answered as it was written', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const { bytes } = await publishActive(server, ada, 'node', '1.0.0+linux.1');
    for (const version of ['1.0.0', '1.0.0+b', '1.0.0+linux.1']) {
      assertRefused(await ada.owner.post(path, publication(ada.token, version)), 'version_exists');
      const encoded = encodeURIComponent(version);
      const reads = [`/nodes/node/versions/${encoded}`, `/nodes/node/install?version=${encoded}`];
      for (const read of reads) {
        const reply = await server.anonymous.get(read);
        assert.equal(reply.status, 200, reply.text);
        assert.equal(reply.json.version, '1.0.0+linux.1');
      }
      const download = await server.anonymous.getHere(`${server.url}/packages/ada/node/${encoded}.zip`);
      assert.ok([200, 302].includes(download.status), download.text);
      if (download.status === 200) assert.deepEqual(download.bytes, bytes);
      const update = await ada.owner.put(`${path}/${encoded}`, { changelog: `Asked as ${version}.` });
      assert.equal(update.json.changelog, `Asked as ${version}.`);
      assert.equal(update.json.version, '1.0.0+linux.1');
    }
    const versions = [
      '1.0.0+b',
      '1.0.0',
      '1.0.0+linux.1',
      '1.0.0-rc+b',
      '1.0.1+linux.1',
      '1.0.0+',
      '1.0.0+ü',
    ];
    const asked = versions.map((version) => ({ node_id: 'Node', version }));
    const { json } = await server.anonymous.post('/bulk/nodes/versions', { node_versions: asked });
    assert.deepEqual(
      json.node_versions.map(
        (item: { status: string; identifier: object; node_version?: { version: string } }) => [
          item.identifier,
          item.status,
          item.node_version?.version,
        ],
      ),
      asked.map((identifier, index) =>
        index < 3 ? [identifier, 'success', '1.0.0+linux.1'] : [identifier, 'not_found', undefined],
      ),
    );
    const appNodes = { app_nodes: [{ app_node_name: 'Blur' }] };
    const moderator = await server.moderator();
    assert.equal((await moderator.put('/admin/nodes/node/versions/1.0.0/app-nodes', appNodes)).status, 200);
    assert.equal((await server.anonymous.get('/app-nodes?version=1.0.0%2Bb')).json.total, 1);
  });

  test('until its package came a number may be written anew', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const first = await publishPending(ada, 'node', '1.0.0+a');
    const again = await publishPending(ada, 'node', '1.0.0+b');
    assert.equal(again.versionId, first.versionId);
    assert.equal((await server.anonymous.upload(again.signedUrl, again.bytes)).status, 200);
    await server.settle();
    assert.equal((await server.anonymous.get('/nodes/node/versions/1.0.0+a')).json.version, '1.0.0+b');
  });

  test('of two that publish one number at once, one does', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((build) => ada.owner.post(path, publication(ada.token, `1.0.0+${build}`))),
    );
    assert.equal(new Set(replies.map(({ json }) => json.node_version.id)).size, 1);
  });

  test('a registry that held two versions of one number opens, and serves each as it is written', async (t) => {
    const data = await makeData();
    // Two numbers at first, which an older registry let be one.
    const before = new AsyncDisposableStack();
    const old = await startServer(
      { after: (end: () => Promise<void>) => before.defer(end) },
      { ...data.environment },
    );
    const ada = await makePublisher(old, 'ada');
    for (const version of ['1.0.0+a', '2.0.0+b']) await publishActive(old, ada, 'node', version);
    await before.disposeAsync();
    const { DATABASE_URL } = readConfig(data.environment);
    await tamper(
      DATABASE_URL,
      sql`update versions set version = '1.0.0+b', sort_key = (select min(sort_key) from versions), duplicate = 1
          where version = '2.0.0+b'`,
    );

    const server = await startServer(t, { ...data.environment });
    t.after(() => data.remove());
    const read = async (version: string) =>
      (await server.anonymous.get(`/nodes/node/versions/${encodeURIComponent(version)}`)).json.version;
    assert.equal(await read('1.0.0+a'), '1.0.0+a');
    assert.equal(await read('1.0.0+b'), '1.0.0+b');
    assert.equal(await read('1.0.0'), '1.0.0+a', 'the first, when neither is meant');
    const asked = ['1.0.0+b', '1.0.0+a', '1.0.0+c'].map((version) => ({ node_id: 'node', version }));
    const { json } = await server.anonymous.post('/bulk/nodes/versions', { node_versions: asked });
    assert.deepEqual(
      json.node_versions.map((item: { node_version: { version: string } }) => item.node_version.version),
      ['1.0.0+b', '1.0.0+a', '1.0.0+a'],
    );
    const packages = await Promise.all(
      ['a', 'b'].map((build) => server.anonymous.get(`/packages/ada/node/1.0.0%2B${build}.zip`)),
    );
    assert.deepEqual(
      packages.map(({ status }) => status),
      [200, 200],
    );
    assert.notDeepEqual(packages[0]?.bytes, packages[1]?.bytes);
    const owner = await server.anonymous.post('/auth/sign-in/email', {
      email: 'owner-of-ada@example.org',
      password: 'correct horse battery',
    });
    const headers = { authorization: `Bearer ${owner.json.token}` };
    const { token } = (await server.anonymous.post('/publishers/ada/tokens', { name: 'new' }, headers)).json;
    assertRefused(
      await server.anonymous.post(path, publication(token, '1.0.0+c'), headers),
      'version_exists',
    );
  });
});
