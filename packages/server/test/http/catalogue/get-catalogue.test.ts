import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { Replica, linesOf } from '../../support/replica.ts';
import { startServer } from '../../support/start-server.ts';
import { tamper } from '../../support/tamper.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const decoders = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
} as const;

suiteOnBoth('get-catalogue', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  await publishActive(server, ada, 'B-node', '1.0.0');
  await publishActive(server, ada, 'a-node', '1.0.0');
  await publishActive(server, ada, 'a-node', '2.0.0');
  const catalogue = async (query = '', headers: Record<string, string> = {}) => {
    const reply = await server.anonymous.get(`/catalogue${query}`, {
      'accept-encoding': 'identity',
      ...headers,
    });
    assert.equal(reply.status, 200, reply.text);
    return reply;
  };

  /** In the names of the host, as the catalogue has them. */
  const readHere = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(server.url + path)).json()) as Record<string, unknown>;

  test('200: a head, then nodes in order, each as a read of it without downloads', async () => {
    const { text, headers } = await catalogue();
    const [head, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { last_seq, next, nodes, versions } = head.catalogue;
    assert.deepEqual([nodes, versions], [2, 0]);
    assert.equal(next.split('.')[0], String(last_seq));
    assert.equal(headers.get('x-last-seq'), String(last_seq));
    assert.equal(headers.get('content-type'), 'application/x-ndjson');
    assert.deepEqual(
      lines.map(({ node }) => node.id),
      ['a-node', 'B-node'],
    );
    for (const { node } of lines) {
      const { downloads, ...read } = await readHere(`/nodes/${node.id}?include_translations=true`);
      assert.equal(downloads, 0);
      assert.deepEqual(node, read);
    }
  });

  test('200: with all versions, each behind its node, as a read of it', async () => {
    const [head, ...lines] = (await catalogue('?versions=all')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([head.catalogue.nodes, head.catalogue.versions], [2, 3]);
    assert.deepEqual(
      lines.map(({ node, node_version: version }) => node?.id ?? version.node_id),
      ['a-node', 'a-node', 'a-node', 'B-node', 'B-node'],
    );
    for (const { node_version: version } of lines) {
      if (version === undefined) continue;
      const path = `/nodes/${version.node_id}/versions/${version.version}`;
      assert.deepEqual(version, await readHere(path));
    }
  });

  for (const [coding, decode] of Object.entries(decoders)) {
    test(`200: ${coding} has the same lines, its length and its ETag, which gets a 304`, async () => {
      const { text } = await catalogue();
      const ask = async (headers: Record<string, string>) => {
        const sent = request(`${server.url}/catalogue`, {
          headers: { 'accept-encoding': coding, ...headers },
        });
        sent.end();
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        return { reply, bytes: await buffer(reply) };
      };
      // The first ones of a coding are sent the file while it is written.
      const [first, second] = await Promise.all([ask({}), ask({})]);
      if (coding !== 'identity') assert.equal(first.reply.headers['content-length'], undefined);
      const { reply, bytes } = await ask({});
      assert.equal(reply.headers['content-encoding'] ?? 'identity', coding);
      assert.equal(reply.headers['content-length'], String(bytes.length));
      assert.deepEqual(linesOf(decode(bytes).toString()), linesOf(text));
      for (const early of [first, second]) {
        assert.deepEqual([early.reply.headers.etag, early.bytes], [reply.headers.etag, bytes]);
      }
      const again = await ask({ 'if-none-match': reply.headers.etag ?? '' });
      assert.deepEqual([again.reply.statusCode, again.bytes.length], [304, 0]);
    });
  }

  test('200: with since, only what changed, removals included, and one short line where nothing did', async () => {
    const replica = new Replica();
    replica.read((await catalogue('?versions=all')).text);
    const { versionId } = await publishActive(server, ada, 'a-node', '3.0.0');
    await moderator.post('/publishers/ada/nodes/b-node/ban', { reason: 'Checked.' });
    const { text } = await catalogue(`?versions=all&since=${replica.next}`);
    const [head, ...changes] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(`${head.catalogue.since}`, replica.next.split('.')[0]);
    assert.deepEqual(
      changes.map(({ kind, node_id, version_id }) => [kind, node_id, version_id]),
      [
        ['node.changed', 'a-node', undefined],
        ['version.changed', 'a-node', versionId],
        ['node.removed', 'B-node', undefined],
      ],
    );
    replica.read(text);
    const last = await catalogue(`?versions=all&since=${replica.next}`);
    assert.deepEqual(linesOf(last.text), []);
    assert.ok(last.text.length < 300);
    // A snapshot may be a little older, and then goes on from where it stands.
    const whole = new Replica();
    whole.read((await catalogue('?versions=all')).text);
    whole.read((await catalogue(`?versions=all&since=${whole.next}`)).text);
    assert.deepEqual(whole.lines(), replica.lines());
  });

  test('200: the whole catalogue for a position of another log and for one in the future', async () => {
    for (const since of ['1.AAAAAAAA', '999999', '0.AAAAAAAA']) {
      const { catalogue: head } = JSON.parse((await catalogue(`?since=${since}`)).text.split('\n')[0] ?? '');
      assert.deepEqual([head.since, typeof head.nodes], [undefined, 'number'], since);
    }
  });

  test('200: HEAD has the headers and no body', async () => {
    const reply = await server.anonymous.send('HEAD', '/catalogue');
    assert.deepEqual([reply.status, reply.text], [200, '']);
    assert.ok(reply.headers.get('etag'));
  });

  test('500: an answer that fails before its first byte has nothing of what was to come', async () => {
    const { DATABASE_URL: url } = server.server.context.config;
    await publishActive(server, ada, 'c-node', '1.0.0');
    await tamper(url, sql`alter table documents rename to documents_away`);
    const reply = await server.anonymous.get('/catalogue?versions=all', { 'accept-encoding': 'gzip' });
    await tamper(url, sql`alter table documents_away rename to documents`);
    assertRefused(reply, 'internal');
    for (const name of ['content-encoding', 'etag', 'x-last-seq'])
      assert.equal(reply.headers.get(name), null);
  });

  test('400: a position that is none', async () => {
    for (const since of ['x', '-1', '1.2', '1.AAAAAAAAA']) {
      assertRefused(await server.anonymous.get(`/catalogue?since=${since}`), 'invalid_request', since);
    }
  });
});
