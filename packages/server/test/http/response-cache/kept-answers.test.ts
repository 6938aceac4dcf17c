import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { makePublisher, publication, publishActive, publishPending } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { hours } from '../../support/clock.ts';
import { readMetrics } from '../../support/read-metrics.ts';
import { startServer } from '../../support/start-server.ts';
import { tamper } from '../../support/tamper.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';

/** All that is promised of an answer besides the request's own id and the moment. */
const lasting = ({ status, headers, text }: Reply) => {
  const shown = Object.fromEntries(headers);
  for (const name of ['x-request-id', 'date']) delete shown[name];
  return { status, headers: shown, text };
};

suite('a cached response', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  await publishActive(server, ada, 'My-Node', '1.0.0');
  await publishActive(server, ada, 'Other', '1.0.0');
  const node = '/nodes/My-Node';
  const other = '/nodes/Other';
  const get = (path: string, headers?: Record<string, string>) => server.anonymous.get(path, headers);
  const bulk = async (version = '1.0.0') =>
    (
      await server.anonymous.post('/bulk/nodes/versions', {
        node_versions: [{ node_id: 'MY-node', version }],
      })
    ).json.node_versions[0];

  test('is the same the second time, header for header', async () => {
    for (const path of [node, `${node}/install`, `${node}/versions/1.0.0`]) {
      const first = await get(path);
      assert.equal(first.status, 200, first.text);
      const second = await get(path);
      assert.deepEqual(lasting(second), lasting(first));
      assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'));
    }
    assert.deepEqual(await bulk(), await bulk());
    // Shown from here on, and not in the midst of a test to come.
    await server.server.context.downloads.flush();
  });

  test('304: for the ETag of any of its forms, alone, weak, or in a list', async () => {
    const etag = (await get(other)).headers.get('etag') ?? '';
    const compressed = etag.replace(/"$/, '-br"');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*', compressed]) {
      const reply = await get(other, { 'if-none-match': known });
      // A cache finds by it which of its responses is still good (RFC 9111, section 4.3.4).
      const named = known === compressed ? compressed : etag;
      assert.deepEqual([reply.status, reply.text, reply.headers.get('etag')], [304, '', named], known);
    }
    assert.equal((await get(other, { 'if-none-match': '"other"' })).status, 200);
  });

  test('200: an ETag behind fifty others, which no client remembers', async () => {
    const etag = (await get(other)).headers.get('etag') ?? '';
    const behind = (count: number) => get(other, { 'if-none-match': `${'"other",'.repeat(count)}${etag}` });
    assert.equal((await behind(49)).status, 304);
    assert.equal((await behind(50)).status, 200);
  });

  test('is sent compressed to clients that accept it, if it is long enough', async () => {
    await ada.owner.put('/publishers/ada/nodes/My-Node', { description: 'long '.repeat(400) });
    const plain = await get(node, { 'accept-encoding': 'identity' });
    for (const encoding of ['gzip', 'br']) {
      let reply = await get(node, { 'accept-encoding': encoding });
      await until(async () => {
        reply = await get(node, { 'accept-encoding': encoding });
        return reply.headers.get('content-encoding') === encoding;
      });
      assert.equal(reply.text, plain.text);
      const etag = reply.headers.get('etag') ?? '';
      assert.notEqual(etag, plain.headers.get('etag'));
      for (const path of [node, `${node}?unknown=${encoding}`]) {
        const known = await get(path, { 'if-none-match': `"other", W/${etag}`, 'accept-encoding': encoding });
        assert.deepEqual([known.status, known.headers.get('etag')], [304, etag], path);
      }
    }
    const refused = await get(node, { 'accept-encoding': 'br;q=0, gzip;q=0' });
    assert.equal(refused.headers.has('content-encoding'), false);
    const long = await get(node, { 'accept-encoding': `br${', x'.repeat(100)}` });
    assert.equal(long.headers.has('content-encoding'), false, 'a long list of encodings is ignored');
  });

  test('shows every write of this process at once', async () => {
    const shown = async (path = node) => (await get(path)).json;
    const edit = (body: object) => ada.owner.put('/publishers/ada/nodes/my-node', body);
    await shown();
    await edit({ name: 'Edited' });
    assert.equal((await shown()).name, 'Edited');
    await (await server.user('eve')).post('/nodes/my-node/reviews?star=4');
    assert.equal((await shown()).rating, 4);
    await ada.owner.put('/publishers/ada', { name: 'Renamed' });
    assert.equal((await shown()).publisher.name, 'Renamed');

    await publishActive(server, ada, 'My-Node', '1.1.0');
    assert.equal((await shown()).latest_version.version, '1.1.0');
    assert.equal((await shown(`${node}/install`)).version, '1.1.0');
    await ada.owner.put('/publishers/ada/nodes/my-node/versions/1.0.0', { changelog: 'Said later' });
    assert.equal((await shown(`${node}/versions/1.0.0`)).changelog, 'Said later');
    assert.equal((await bulk()).node_version.changelog, 'Said later');

    await moderator.put('/admin/publishers/ada', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assert.equal((await get(node)).status, 403);
    assert.equal((await get(`${node}/install`)).status, 403);
    assert.equal((await bulk()).status, 'unavailable');
    await moderator.put('/admin/publishers/ada', { status: 'PublisherStatusActive', reason: 'Checked.' });
    assert.equal((await bulk()).status, 'success');
    await ada.owner.put('/publishers/ada/nodes/my-node', { status: 'NodeStatusDeleted' });
    assert.equal((await get(node)).status, 404);
    assert.equal((await bulk()).status, 'unavailable');
    await ada.owner.put('/publishers/ada/nodes/my-node', { status: 'NodeStatusActive' });
    assert.equal((await get(node)).status, 200);
  });

  test('a list is still sent from memory while a version waits for its package, and ends with the verdict', async () => {
    const hits = async (headers?: Record<string, string>): Promise<number> => {
      const name = 'patchbay_response_cache_hits_total{process="1"}';
      const before = (await readMetrics(server)).get(name) ?? 0;
      await get('/nodes?limit=7', headers);
      return ((await readMetrics(server)).get(name) ?? 0) - before;
    };
    await hits();
    const { signedUrl, bytes } = await publishPending(ada, 'My-Node', '1.2.0');
    assert.equal(await hits(), 1);
    assert.equal(await hits({ cookie: 'theme=dark' }), 1, 'which is of pages alone');
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    const [listed] = (await get('/nodes?limit=7')).json.nodes;
    assert.equal(listed.latest_version.version, '1.2.0');
  });

  test('a version that waits for its package is shown as it was published last, until it expires', async () => {
    const publish = async (changelog: string) => {
      const reply = await ada.owner.post('/publishers/ada/nodes/My-Node/versions', {
        ...publication(ada.token, '2.0.0'),
        node_version: { version: '2.0.0', changelog },
      });
      assert.equal(reply.status, 201, reply.text);
    };
    const path = `${node}/versions/2.0.0`;
    for (const changelog of ['First', 'Second']) {
      await publish(changelog);
      assert.equal((await get(path)).json.changelog, changelog);
      assert.equal((await bulk('2.0.0')).status, 'unavailable');
    }
    server.clock.advance(hours(24));
    await server.settle();
    assert.equal((await get(path)).status, 404);
    assert.equal((await bulk('2.0.0')).status, 'not_found');
  });

  test('counts as a download of each client that installs it, and shows the count', async () => {
    const downloads = async () => {
      await server.server.context.downloads.flush();
      return (await get('/nodes/other')).json.downloads;
    };
    const before = await downloads();
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      await get('/nodes/other/install', { 'x-forwarded-for': client });
    }
    assert.equal(await downloads(), before + 2);
  });

  test('never reaches those with more rights, nor what they see anybody else', async () => {
    await moderator.put('/publishers/ada/nodes/other', { tags_admin: ['watched'] });
    const forAll = await get('/nodes/other');
    assert.equal('tags_admin' in forAll.json, false);
    assert.deepEqual((await moderator.get('/nodes/other')).json.tags_admin, ['watched']);
    assert.deepEqual((await ada.owner.get('/nodes/other')).json.tags_admin, ['watched']);
    assert.equal((await get('/nodes/other')).text, forAll.text);
    const stale = await get('/nodes/other', { authorization: 'Bearer stale' });
    assert.equal(stale.text, forAll.text);
  });
});

suite('a response cached in one process', () => {
  test('ends with a write in another process on the same data', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const [here, there] = [await startServer(t, { DATA_DIR }), await startServer(t, { DATA_DIR })];
    const ada = await makePublisher(here, 'ada');
    await publishActive(here, ada, 'Shared', '1.0.0');
    const name = async () => (await there.anonymous.get('/nodes/shared')).json.name;
    assert.equal(await name(), undefined);
    await ada.owner.put('/publishers/ada/nodes/shared', { name: 'Written elsewhere' });
    await until(async () => (await name()) === 'Written elsewhere');
    await here.anonymous.get('/nodes/shared/install');
    await here.server.context.downloads.flush();
    await until(async () => (await there.anonymous.get('/nodes/shared')).json.downloads === 1);
  });

  test('is invalidated by a change of an unknown kind from a newer version', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'Upgraded', '1.0.0');
    const name = async () => (await server.anonymous.get('/nodes/upgraded')).json.name;
    for (const [subject, nodeKey] of [
      ['user:unknown', null],
      ['organisation:unknown', null],
      ['node:other', 'other'],
    ]) {
      await name();
      await tamper(
        server.server.context.config.DATABASE_URL,
        sql`update nodes set metadata_json = ${JSON.stringify({ name: subject })} where key = 'upgraded'`,
      );
      await tamper(
        server.server.context.config.DATABASE_URL,
        sql`insert into changes (seq, at, actor, action, subject, node_key)
          select max(seq) + 1, max(at), 'server', 'future.kind', ${subject}, ${nodeKey} from changes`,
      );
      await until(async () => (await name()) === subject);
    }
  });

  test('is rendered each time if the cache has no memory', async (t) => {
    const server = await startServer(t, { CACHE_BYTES: '0' });
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'Cold', '1.0.0');
    const first = await server.anonymous.get('/nodes/cold');
    assert.deepEqual(lasting(await server.anonymous.get('/nodes/cold')), lasting(first));
    assert.equal((await readMetrics(server)).get('patchbay_response_cache_entries{process="1"}'), 0);
  });
});
