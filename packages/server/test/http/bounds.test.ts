import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { writeNewNode } from '../../src/lifecycle/write-rows.ts';
import { bytesAsJson } from '../../src/limits/sizes.ts';
import { updateAppNodeRow } from '../../src/store/rows/app-nodes.ts';
import { addDefinitionBytes } from '../../src/store/rows/versions.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publication, publishActive, zip } from '../support/build.ts';
import type { Client, Reply } from '../support/client.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const paths = (reply: Reply): string[] =>
  (reply.json.details ?? []).map((detail: { path: string }) => detail.path);

/** A list whose JSON takes about so many bytes, in characters of three bytes each. */
const list = (bytes: number): string[] =>
  Array.from({ length: Math.ceil(bytes / 6_003) }, (_, index) =>
    '界'.repeat(Math.floor(Math.min(6_003, bytes - index * 6_003) / 3) - 1),
  );

/** What a pattern finds in an answer of tens of megabytes, of which parsing costs more than making it. */
const findAll = ({ bytes }: Reply, pattern: RegExp): string[] =>
  Array.from(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').matchAll(pattern),
    ([, found = '']) => found,
  );

/** The ids of the items. Nothing within an item has an id that begins so. */
const idsIn = (reply: Reply, start: string): string[] =>
  findAll(reply, new RegExp(`"id":"(${start}[^"]*)"`, 'g'));

suite('bounds in bytes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const path = '/publishers/ada/nodes/my-node';
  await publishActive(server, ada, 'my-node', '1.0.0');
  const refuse = (reply: Reply, place: string): void => {
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(paths(reply), [place]);
  };

  test('400: a node of more than 64 KiB, made, updated, merged or published', async () => {
    const over = { tags: list(limits.nodeMetadataBytesMax + 500) };
    const half = list(limits.nodeMetadataBytesMax / 2 + 500);
    refuse(await ada.owner.post('/publishers/ada/nodes', { id: 'fat', ...over }), '');
    refuse(await ada.owner.put(path, over), '');
    assert.equal((await ada.owner.put(path, { tags: half })).status, 200);
    refuse(await ada.owner.put(path, { supported_os: half }), '');
    const publish = (node: object, id: string) =>
      ada.owner.post(`/publishers/ada/nodes/${id}/versions`, { ...publication(ada.token, '2.0.0'), node });
    refuse(await publish({ supported_os: half }, 'my-node'), '/node');
    refuse(await publish(over, 'new-node'), '/node');
    assertRefused(await server.anonymous.get('/nodes/new-node'), 'node_not_found');
    assert.equal((await ada.owner.put(path, { tags: [] })).status, 200);
  });

  test('400: translations of more than 64 KiB, which stand beside the rest', async () => {
    const text = 'é'.repeat(9_000);
    const translations = (count: number) => ({
      translations: Object.fromEntries(
        ['de', 'fr', 'ja', 'ko', 'es'].slice(0, count).map((tag) => [tag, { description: text }]),
      ),
    });
    assert.equal((await ada.owner.put(path, translations(3))).status, 200);
    refuse(await ada.owner.put(path, translations(4)), '/translations');
    assert.equal((await ada.owner.put(path, { tags: list(60_000) })).status, 200);
    assert.equal((await ada.owner.put(path, { tags: [], translations: {} })).status, 200);
  });

  test('400: a version of more than 64 KiB, published, repeated or updated', async () => {
    const publish = (metadata: object) =>
      ada.owner.post(`${path}/versions`, {
        ...publication(ada.token, '3.0.0'),
        node_version: { version: '3.0.0', ...metadata },
      });
    refuse(await publish({ dependencies: list(66_000) }), '/node_version');
    assert.equal((await publish({ dependencies: list(60_000) })).status, 201);
    refuse(await publish({ dependencies: list(66_000) }), '/node_version');
    refuse(await ada.owner.put(`${path}/versions/3.0.0`, { changelog: 'é'.repeat(5_000) }), '');
  });

  test('400: an app-node of more than 256 KiB, and more than 16 MiB of them', async () => {
    const moderator = await server.moderator();
    const put = (names: readonly string[], more: object = {}) =>
      moderator.put('/admin/nodes/my-node/versions/1.0.0/app-nodes', {
        app_nodes: names.map((app_node_name) => ({ app_node_name, ...more })),
      });
    const fat = { input_types: JSON.stringify('界'.repeat(80_000)) };
    refuse(await put(['One'], { ...fat, return_types: JSON.stringify('界'.repeat(8_000)) }), '/app_nodes/0');
    const names = Array.from({ length: 70 }, (_, index) => `N${index}`);
    assert.equal((await put(names)).status, 200);
    const update = (index: number, body: object) =>
      ada.owner.put(`/nodes/my-node/versions/1.0.0/app-nodes/N${index}`, body);
    refuse(await update(0, { ...fat, return_names: JSON.stringify('界'.repeat(8_000)) }), '');
    const stored = Math.floor(limits.appNodesBytesMax / 240_056);
    // All that fit but two.
    await server.server.context.store.write({ actor: 'server' }, async (tx) => {
      const { id } = await tx.db
        .selectFrom('versions')
        .select('id')
        .where('version', '=', '1.0.0')
        .executeTakeFirstOrThrow();
      for (const name of names.slice(2, stored)) {
        await updateAppNodeRow(tx, { versionId: id, name, definition: fat });
      }
      await addDefinitionBytes(tx, id, (stored - 2) * (bytesAsJson(fat) - bytesAsJson({})));
    });
    assert.deepEqual([(await update(0, fat)).status, (await update(1, fat)).status], [200, 200]);
    refuse(await update(stored, fat), '');
  });

  test('what a package defines beyond its bound is left out, and said', async () => {
    const published = await ada.owner.post(`${path}/versions`, publication(ada.token, '4.0.0'));
    const choices = `"${'x'.repeat(190_000)}"`;
    const source = [
      `class Fat:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {"a": ([${choices}],)}}`,
      `    RETURN_TYPES = (${choices},)\n    FUNCTION = "run"`,
      `class Thin:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {}}`,
      `    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "run"`,
      'NODE_CLASS_MAPPINGS = {"Fat": Fat, "Thin": Thin}',
    ].join('\n');
    await server.anonymous.upload(published.json.signedUrl, await zip({ '__init__.py': source }));
    await server.settle();
    const { app_nodes } = (await server.anonymous.get('/nodes/my-node/versions/4.0.0/app-nodes')).json;
    assert.deepEqual(
      app_nodes.map(({ app_node_name }) => app_node_name),
      ['Thin'],
    );
    const { extraction } = (await ada.owner.get('/nodes/my-node/versions/4.0.0/findings')).json;
    assert.match(JSON.stringify(extraction.problems), /the app-node Fat takes \d+ bytes/);
  });
});

suite('bounds of a body', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');
  const put = (body: string) => ada.owner.put('/publishers/ada/nodes/my-node', body);
  const objects = (count: number): string => Array.from({ length: count }, () => '{"a":1}').join(',');
  const lists = (count: number): string => Array.from({ length: count }, () => '[]').join(',');
  const refuse = (reply: Reply, message: RegExp): void => {
    assertRefused(reply, 'invalid_request');
    assert.match(reply.json.message, message);
    assert.deepEqual(paths(reply), ['']);
  };

  test('400: more than 10,000 keys in all, those that are ignored included', async () => {
    const body = (keys: number) => `{"name":"Many","junk":[${objects(keys - 2)}]}`;
    const taken = await put(body(limits.bodyKeysMax));
    assert.deepEqual([taken.status, taken.json.name], [200, 'Many']);
    refuse(await put(body(limits.bodyKeysMax + 1)), /more than 10000 keys/);
  });

  test('400: more than 160,000 lists and objects', async () => {
    const body = (containers: number) => `{"junk":[${lists(containers - 2)}]}`;
    assert.equal((await put(body(limits.bodyContainersMax))).status, 200);
    refuse(await put(body(limits.bodyContainersMax + 1)), /more than 160000 lists and objects/);
  });

  test('200: what a text holds counts as neither', async () => {
    const body = JSON.stringify({ name: 'Text', junk: '{"[:\\'.repeat(limits.bodyContainersMax / 4) });
    const taken = await put(body);
    assert.deepEqual([taken.status, taken.json.name], [200, 'Text']);
  });

  test('200: app-nodes that a moderator stores have more keys', async () => {
    const moderator = await server.moderator();
    const send = (keys: number) =>
      moderator.put(
        '/admin/nodes/my-node/versions/1.0.0/app-nodes',
        `{"app_nodes":[],"junk":[${objects(keys - 2)}]}`,
      );
    assert.equal((await send(limits.appNodesBodyKeysMax)).status, 200);
    refuse(await send(limits.appNodesBodyKeysMax + 1), /more than 80000 keys/);
  });
});

suite('bounds of answers', async () => {
  const server = await startServer({ after }, { CACHE_BYTES: '0' });
  const ada = await makePublisher(server, 'ada');

  test('200: a bulk that names one fat version a thousand times ends at 32 MiB, with errors for the rest', async () => {
    const dependencies = list(60_000);
    const published = await ada.owner.post('/publishers/ada/nodes/fat/versions', {
      ...publication(ada.token, '1.0.0'),
      node_version: { version: '1.0.0', dependencies },
    });
    await server.anonymous.upload(published.json.signedUrl, await zip({ '__init__.py': '' }));
    await server.settle();
    const fat = { node_id: 'fat', version: '1.0.0' };
    const thin = { node_id: 'none', version: '1.0.0' };
    const reply = await server.anonymous.post('/bulk/nodes/versions', {
      node_versions: [...Array.from({ length: 999 }, () => fat), thin],
    });
    assert.equal(reply.status, 200);
    assert.ok(reply.bytes.length <= limits.answerBytesMax, String(reply.bytes.length));
    assert.ok(reply.bytes.length > limits.answerBytesMax - 70_000);
    assert.equal(Number(reply.headers.get('content-length')), reply.bytes.length);
    const items: { status: string; identifier: object; error_message?: string }[] = reply.json.node_versions;
    assert.deepEqual(
      items.map(({ identifier }) => identifier),
      [...Array.from({ length: 999 }, () => fat), thin],
    );
    const whole = items.findIndex(({ status }) => status !== 'success');
    assert.ok(items.slice(whole, 999).every(({ status }) => status === 'error'));
    assert.match(items[whole]?.error_message ?? '', /again in a smaller bulk/);
    assert.equal(items[999]?.status, 'not_found', 'what fits is told all the same');
  });

  test('200: pages of fat nodes hold fewer, and a crawl meets each node once', async () => {
    const bob = await makePublisher(server, 'bob');
    const tags = list(65_000);
    const translations = { de: { description: '界'.repeat(9_000) }, ja: { description: '界'.repeat(9_900) } };
    const count = 290;
    await server.server.context.store.write({ actor: 'server' }, async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const id = `fat-${index}`;
        const node = await writeNewNode(tx, { id, publisherId: 'bob', metadata: { tags, translations } });
        await tx.append({ kind: 'node.created', about: node, after: { id } });
      }
    });
    const { total } = (await server.anonymous.get('/nodes?limit=1')).json;
    const lists: readonly [path: string, caller: Client, total: number][] = [
      ['/nodes?limit=1000&include_translations=true', server.anonymous, total],
      ['/nodes?limit=1000&include_translations=true&sort=name;desc', server.anonymous, total],
      ['/nodes?limit=1000&include_translations=true&timestamp=2020-01-01T00:00:00Z', server.anonymous, total],
      ['/nodes/search?limit=1000&include_translations=true&search=fat', server.anonymous, total],
      ['/publishers/bob/nodes/v2?limit=1000', bob.owner, count],
    ];
    for (const [path, caller, expected] of lists) {
      const ids: string[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const reply = await caller.get(`${path}&page=${page}`);
        assert.equal(reply.status, 200);
        assert.ok(reply.bytes.length <= limits.answerBytesMax, path);
        const [limit = 0] = findAll(reply, /"limit":(\d+)/g).map(Number);
        const found = idsIn(reply, 'fat');
        assert.ok(limit > 0 && limit < count && found.length <= limit, String(limit));
        last = Number(findAll(reply, /"totalPages":(\d+)/g)[0]);
        ids.push(...found);
      }
      assert.deepEqual([ids.length, new Set(ids).size], [expected, expected], path);
    }
    const bare: string[] = [];
    for (let page = 1; page < 10 && bare.length < count; page += 1) {
      const reply = await bob.owner.get(`/publishers/bob/nodes?page=${page}`);
      assert.ok(reply.bytes.length <= limits.answerBytesMax);
      assert.equal(reply.headers.get('x-total-count'), String(count));
      const found = idsIn(reply, 'fat');
      assert.equal(/rel="next"/.test(reply.headers.get('link') ?? ''), bare.length + found.length < count);
      bare.push(...found);
    }
    assert.equal(new Set(bare).size, count, 'the bare array too');
  });
});

suite('bounds of bare arrays and of the log', async () => {
  const server = await startServer({ after }, { CACHE_BYTES: '0' });
  const ada = await makePublisher(server, 'ada');
  const { store } = server.server.context;
  const nextOf = ({ headers }: Reply): string | undefined =>
    /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  const crawl = async (path: string, start: string): Promise<{ ids: string[]; pages: number }> => {
    const ids: string[] = [];
    let pages = 0;
    for (let next: string | undefined = server.url + path; next !== undefined; pages += 1) {
      const reply: Reply = await server.anonymous.get(next);
      assert.equal(reply.status, 200);
      assert.ok(reply.bytes.length <= limits.answerBytesMax, `${path}: ${reply.bytes.length}`);
      ids.push(...idsIn(reply, start));
      next = nextOf(reply);
    }
    return { ids, pages };
  };

  test('200: the versions of a node come in pages that fit, each version once', async () => {
    await publishActive(server, ada, 'fat', '1.0.0');
    const count = 570;
    const metadata_json = JSON.stringify({ dependencies: list(60_000) });
    await store.write({ actor: 'server' }, async (tx) => {
      const row = await tx.db.selectFrom('versions').selectAll().executeTakeFirstOrThrow();
      const copies = Array.from({ length: count }, (_, index) => ({
        ...row,
        id: `copy-${index}`,
        version: `1.0.${index + 1}`,
        sort_key: `${row.sort_key}-${String(index).padStart(4, '0')}`,
        metadata_json,
        ordinal: 100 + index,
      }));
      await tx.db.insertInto('versions').values(copies).execute();
    });
    const { ids, pages } = await crawl('/nodes/fat/versions', 'copy');
    assert.ok(pages > 1);
    assert.deepEqual([ids.length, new Set(ids).size], [count, count]);
    const asked = await server.anonymous.get('/nodes/fat/versions?limit=100');
    assert.equal(idsIn(asked, 'copy').length, 100, 'pages of up to 100 are as asked');
    assert.equal(asked.headers.get('x-total-count'), String(count + 1));
  });

  test('200: the publishers come in pages that fit, each publisher once', async () => {
    const count = 380;
    const profile_json = JSON.stringify({ description: '界'.repeat(9_900), website: 'x'.repeat(60_000) });
    await store.write({ actor: 'server' }, async (tx) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `p-${index}`,
        folded_id: `p-${index}`,
        profile_json,
        status: 'PublisherStatusActive' as const,
        created_at: '2020-01-01T00:00:00.000Z',
        deleted_at: null,
      }));
      await tx.db.insertInto('publishers').values(rows).execute();
    });
    const { ids, pages } = await crawl('/publishers', 'p-');
    assert.ok(pages > 1);
    assert.deepEqual([ids.length, new Set(ids).size], [count, count]);
  });

  test('200: the log of changes ends a page early where it would not fit, and skips nothing', async () => {
    const moderator = await server.moderator();
    const count = 350;
    const fat = { changelog: 'x'.repeat(50_000) };
    await store.write({ actor: 'server' }, async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const about = { id: `of-${index}`, nodeKey: 'none' };
        await tx.append({ kind: 'version.updated', about, before: fat, after: fat });
      }
    });
    const seqs: number[] = [];
    let pages = 0;
    for (let isEnd = false; !isEnd; pages += 1) {
      const reply = await moderator.get(`/admin/changes?limit=1000&after=${seqs.at(-1) ?? 0}`);
      assert.equal(reply.status, 200);
      assert.ok(reply.bytes.length <= limits.answerBytesMax, String(reply.bytes.length));
      const found = findAll(reply, /"seq":(\d+)/g).map(Number);
      seqs.push(...found);
      isEnd = found.length === 0;
    }
    assert.ok(pages > 2 && seqs.length >= count);
    assert.deepEqual(
      seqs,
      seqs.map((_, index) => index + 1),
    );
  });
});
