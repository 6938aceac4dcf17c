import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeSet } from '../../src/replication/write-set.ts';
import { makePublisher, publishActive, publishFiles, publication } from '../support/build.ts';
import type { Client } from '../support/client.ts';
import { minutes } from '../support/clock.ts';
import { readOrigins } from '../support/site/read-origins.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';

const blur = '__init__.py';
const withAppNode = (name: string) => ({
  [blur]: `class One:\n    FUNCTION = "run"\n\nNODE_CLASS_MAPPINGS = {"${name}": One}\n`,
});

suite('a registry in front of its upstream', async () => {
  const upstream = await startServer({ after });
  const stranger = await makePublisher(upstream, 'stranger');
  await publishFiles(upstream, stranger, 'public-pack', '1.0.0', withAppNode('Public blur'));
  await publishActive(upstream, stranger, 'acme-secret', '9.9.9');
  const requests: string[] = [];
  upstream.server.app.server.on('request', ({ url = '', headers }) => {
    if (headers['user-agent']?.startsWith('Patchbay/') === true) requests.push(url);
  });

  const local = await startServer({ after }, { UPSTREAM: upstream.url, UPSTREAM_EXCEPT: 'acme-*' });
  const acme = await makePublisher(local, 'acme');
  await local.settle();
  const { anonymous } = local;
  const moderator = await local.moderator();
  const sync = async (): Promise<void> => {
    await upstream.settle();
    local.clock.advance(minutes(20));
    await local.settle();
  };
  const install = async (id: string) => (await anonymous.get(`/nodes/${id}/install`)).json;

  test('shows the nodes of both, marks those of the upstream, and keeps each package on first use', async () => {
    await publishActive(local, acme, 'own-pack', '1.0.0');
    const { json } = await anonymous.get('/nodes?limit=100');
    assert.deepEqual(
      json.nodes.map(({ id, upstream: from }: { id: string; upstream?: string }) => [id, from]),
      [
        ['public-pack', upstream.url],
        ['own-pack', undefined],
      ],
    );
    const { json: found } = await anonymous.get('/nodes/search?search=pack&limit=100');
    assert.equal(found.total, 2);
    const mark = `${upstream.url}/ ${new URL(upstream.url).host}`;
    for (const path of ['/', '/search', '/search?q=pack', '/n/public-pack', '/n/public-pack/v/1.0.0']) {
      assert.deepEqual(new Set(await readOrigins(local.url, path)), new Set([mark]), path);
    }
    assert.equal((await readOrigins(local.url, '/search')).length, 1);
    assert.deepEqual(await readOrigins(local.url, '/n/own-pack'), []);
    const version = await install('public-pack');
    assert.equal(version.downloadUrl, `${local.url}/packages/stranger/public-pack/1.0.0.zip`);
    const downloads = () => requests.filter((url) => url.startsWith('/packages/')).length;
    assert.equal(downloads(), 0);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => anonymous.get('/packages/stranger/public-pack/1.0.0.zip')),
    );
    const theirs = await upstream.anonymous.get('/packages/stranger/public-pack/1.0.0.zip');
    for (const { status, text } of all) assert.deepEqual([status, text], [200, theirs.text]);
    assert.equal(downloads(), 1);
  });

  test('a node of this registry is never replaced, whatever the upstream publishes under its name', async (t) => {
    await publishFiles(local, acme, 'Foo_Pack', '1.0.0', withAppNode('Shared blur'));
    const before = (await anonymous.get('/nodes/foo_pack')).text;
    const package_ = (await anonymous.get('/packages/acme/Foo_Pack/1.0.0.zip')).text;
    for (const id of ['foo_pack', 'foo-pack', 'FOO-PACK2']) {
      await publishFiles(upstream, stranger, id, '99.0.0', withAppNode('Shared blur'));
    }
    const theirs = await upstream.moderator();
    const preempting = await theirs.put('/publishers/stranger/nodes/FOO-PACK2', {
      preempted_app_node_names: ['Shared blur'],
      search_ranking: 1,
    });
    assert.equal(preempting.status, 200, preempting.text);
    const mine = await makePublisher(upstream, 'acme');
    await publishActive(upstream, mine, 'planted-pack', '1.0.0');
    await sync();
    await sync();
    assert.equal((await anonymous.get('/nodes/foo_pack')).text, before);
    assert.equal((await anonymous.get('/nodes/foo-pack')).status, 404, 'an id that can be taken for it');
    assert.equal((await anonymous.get('/nodes/planted-pack')).status, 404, 'a publisher of the same id');
    for (const id of ['foo_pack', 'FOO_PACK', 'Foo_Pack']) {
      const { node_id, version, downloadUrl } = await install(id);
      assert.deepEqual(
        [node_id, version, downloadUrl],
        ['Foo_Pack', '1.0.0', `${local.url}/packages/acme/Foo_Pack/1.0.0.zip`],
      );
    }
    assert.equal((await anonymous.get('/packages/acme/Foo_Pack/1.0.0.zip')).text, package_);
    assert.equal((await anonymous.get('/packages/stranger/foo_pack/99.0.0.zip')).status, 404);
    const { json: bulk } = await anonymous.post('/bulk/nodes/versions', {
      node_versions: [{ node_id: 'foo_pack', version: '99.0.0' }],
    });
    assert.equal(bulk.node_versions[0]?.status, 'not_found');
    const { json: provider } = await anonymous.get('/app-nodes/Shared%20blur/node');
    assert.deepEqual([provider.id, provider.provider_reason], ['Foo_Pack', 'own']);
    const mirror = await startServer(t, { MIRROR_FROM: local.url, MIRROR_PACKAGES: 'none' });
    await mirror.settle();
    for (const path of ['/app-nodes/Shared%20blur/node', '/nodes/public-pack', '/nodes/FOO-PACK2']) {
      const [found, expected] = [await mirror.anonymous.get(path), await anonymous.get(path)];
      const shown = JSON.parse(found.text.replaceAll(mirror.url, local.url));
      assert.deepEqual({ ...shown, downloads: 0 }, { ...expected.json, downloads: 0 });
    }
    const folder = await temporaryFolder(t);
    await writeSet(mirror.server.context, folder, { withPackages: false, source: local.url });
    const lines = (await readFile(join(folder, 'catalogue.ndjson'), 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      Object.fromEntries(lines.map((line) => JSON.parse(line).node).map(({ id, upstream: of }) => [id, of])),
      { 'public-pack': upstream.url, 'own-pack': undefined, Foo_Pack: undefined, 'FOO-PACK2': upstream.url },
    );
    const put = await stranger.owner.put('/publishers/stranger/nodes/FOO-PACK2', {
      repository: 'https://github.com/acme/tools',
    });
    assert.equal(put.status, 200, put.text);
    await sync();
    const from = async (properties: object) => {
      const nodes = [{ type: 'Shared blur', properties }];
      return (await anonymous.post('/workflows/resolve', { nodes })).json.nodes[0]?.node.id;
    };
    assert.equal(await from({ aux_id: 'acme/tools' }), 'Foo_Pack', 'anyone may name any repository');
    assert.equal(await from({ aux_id: 'acme/FOO-PACK2' }), 'Foo_Pack');
    assert.equal(await from({ cnr_id: 'FOO-PACK2' }), 'FOO-PACK2', 'the file says so itself');
    assert.equal((await anonymous.get('/nodes/FOO-PACK2')).status, 200, 'the rest of the upstream is there');
    assert.equal((await acme.owner.delete('/publishers/acme/nodes/Foo_Pack')).status, 204);
    await sync();
    assert.equal((await anonymous.get('/nodes/foo_pack')).status, 404, 'nor when it is deleted');
  });

  test('names of this registry, and reserved ones, are never asked for upstream', async () => {
    await publishActive(local, acme, 'very-private-pack', '1.0.0');
    await install('very-private-pack');
    await anonymous.get('/nodes/nobody-has-this');
    await anonymous.get('/publishers/acme-internal');
    await anonymous.get('/nodes/search?search=very-private');
    for (const id of ['ACME.bait', 'acrne_bait']) await publishActive(upstream, stranger, id, '1.0.0');
    await sync();
    assert.deepEqual(
      requests.filter((url) => /private|nobody-has|acme/i.test(url)),
      [],
    );
    for (const id of ['acme-secret', 'acme.bait', 'acrne_bait']) {
      assert.equal((await anonymous.get(`/nodes/${id}`)).status, 404, id);
    }
    await publishActive(local, acme, 'acme-bait', '1.0.0');
  });

  test('former ids lead to no node of the upstream if they are reserved, or like one of this registry', async () => {
    await publishActive(local, acme, 'Own_Tools', '1.0.0');
    for (const [from, to] of [
      ['acme-lure', 'lure-one'],
      ['own-tools', 'lure-two'],
      ['lure-three', 'acme-three'],
      ['lure-four', 'Own.Tools'],
    ] as const) {
      await publishActive(upstream, stranger, from, '1.0.0');
      await sync();
      const renamed = await stranger.owner.post(`/publishers/stranger/nodes/${from}/rename`, { id: to });
      assert.equal(renamed.status, 200, renamed.text);
      await sync();
    }
    const statuses: [string, number][] = [];
    for (const id of ['acme-lure', 'own-tools', 'acme-three', 'Own.Tools', 'lure-one', 'lure-two']) {
      statuses.push([id, (await anonymous.get(`/nodes/${id}`)).status]);
    }
    assert.deepEqual(statuses, [
      ['acme-lure', 404],
      ['own-tools', 404],
      ['acme-three', 404],
      ['Own.Tools', 404],
      ['lure-one', 200],
      ['lure-two', 200],
    ]);
    // What is not followed any more would stay when the upstream bans it.
    assert.equal((await anonymous.get('/nodes/lure-three')).status, 404);
    assert.equal((await anonymous.get('/nodes/lure-four')).status, 404);
  });

  test('409 id_taken: an id from the upstream is published here only after a moderator gave it away', async () => {
    const publish = () =>
      acme.owner.post('/publishers/acme/nodes/public-pack/versions', publication(acme.token, '2.0.0'));
    const refused = await publish();
    assert.equal(refused.status, 409);
    assert.equal(refused.json.error, 'id_taken');
    assert.match(refused.json.message, new RegExp(`comes from ${upstream.url}\\. .*ask a moderator`));
    const created = await acme.owner.post('/publishers/acme/nodes', { id: 'Public-Pack' });
    assert.equal(created.json.error, 'id_taken');
    const similar = await acme.owner.post('/publishers/acme/nodes', { id: 'public_pack' });
    assert.equal(similar.json.error, 'id_taken');

    const given = await moderator.post('/admin/nodes/public-pack/transfer', {
      publisher_id: 'acme',
      reason: 'We go on with it.',
    });
    assert.equal(given.status, 200, given.text);
    assert.equal(given.json.upstream, undefined);
    await publishActive(local, acme, 'public-pack', '2.0.0');
    await publishActive(upstream, stranger, 'public-pack', '3.0.0');
    await sync();
    const { version, downloadUrl } = await install('public-pack');
    assert.deepEqual([version, downloadUrl], ['2.0.0', `${local.url}/packages/acme/public-pack/2.0.0.zip`]);
    assert.equal((await anonymous.get('/packages/acme/public-pack/1.0.0.zip')).status, 200);
  });

  test('a ban of this registry stays, whatever the upstream says', async () => {
    await publishActive(upstream, stranger, 'doubtful-pack', '1.0.0');
    await sync();
    const banned = await moderator.put('/admin/nodes/doubtful-pack/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Not here.',
    });
    assert.equal(banned.status, 200, banned.text);
    await publishActive(upstream, stranger, 'doubtful-pack', '1.1.0');
    await sync();
    assert.equal((await install('doubtful-pack')).version, '1.1.0');
    const { json } = await anonymous.get('/nodes/doubtful-pack/versions/1.0.0');
    assert.equal(json.status, 'NodeVersionStatusBanned');
    const node = await moderator.post('/publishers/stranger/nodes/doubtful-pack/ban', { reason: 'Checked.' });
    assert.ok(node.status < 300, node.text);
    await publishActive(upstream, stranger, 'doubtful-pack', '1.2.0');
    await sync();
    assert.equal((await anonymous.get('/nodes/doubtful-pack')).status, 403);
  });

  test('a ban of this registry stays when the upstream bans or deletes the same for a while', async () => {
    const theirs = await upstream.moderator();
    await publishActive(upstream, stranger, 'banned-pack', '1.0.0');
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
      await publishActive(upstream, stranger, 'partly-pack', version);
    }
    await sync();
    const moveNode = async (by: Client, status: string): Promise<void> => {
      const moved = await by.put('/admin/nodes/banned-pack', { status, reason: 'As we see it.' });
      assert.equal(moved.status, 200, moved.text);
      if (by === theirs) await sync();
    };
    const moveVersion = async (by: Client, status: string): Promise<void> => {
      const moved = await by.put('/admin/nodes/partly-pack/versions/1.0.0', {
        status: `NodeVersionStatus${status}`,
        status_reason: 'As we see it.',
      });
      assert.equal(moved.status, 200, moved.text);
      if (by === theirs) await sync();
    };
    const move = async (by: Client, status: 'Active' | 'Banned'): Promise<void> => {
      await moveNode(by, `NodeStatus${status}`);
      await moveVersion(by, status);
    };
    const shown = async () => [
      (await anonymous.get('/nodes/banned-pack')).status,
      (await anonymous.get('/nodes/partly-pack/versions/1.0.0')).json.status,
    ];
    const [banned, active] = [
      [403, 'NodeVersionStatusBanned'],
      [200, 'NodeVersionStatusActive'],
    ];
    await move(moderator, 'Banned');
    await move(theirs, 'Banned');
    await move(theirs, 'Active');
    assert.deepEqual(await shown(), banned);
    const gone = await stranger.owner.delete('/publishers/stranger/nodes/partly-pack/versions/1.0.0');
    assert.equal(gone.status, 204, gone.text);
    await sync();
    await moveVersion(theirs, 'Active');
    assert.deepEqual(await shown(), banned);
    // Once it is lifted here, the upstream is followed again.
    await move(moderator, 'Active');
    await move(theirs, 'Banned');
    assert.deepEqual(await shown(), banned);
    // A ban of the upstream that is lifted here stays lifted.
    await move(moderator, 'Active');
    await move(theirs, 'Active');
    await move(theirs, 'Banned');
    assert.deepEqual(await shown(), active);
    // One that is set again here is one of this registry, although the upstream has one.
    await move(moderator, 'Banned');
    await move(theirs, 'Active');
    assert.deepEqual(await shown(), banned);
  });

  test('an app-node that is banned here stays banned, in later versions too; other bans are those of the upstream', async () => {
    const theirs = await upstream.moderator();
    const files = {
      [blur]: 'class One:\n    FUNCTION = "run"\n\nNODE_CLASS_MAPPINGS = {"Bad/1": One, "Odd": One}\n',
    };
    await publishFiles(upstream, stranger, 'blur-pack', '1.0.0', files);
    await sync();
    const put = async (by: Client, name: string, body: object): Promise<void> => {
      const path = `/nodes/blur-pack/versions/1.0.0/app-nodes/${encodeURIComponent(name)}`;
      const reply = await by.put(path, body);
      assert.equal(reply.status, 200, reply.text);
    };
    const policies = async (version: string) => {
      const { json } = await anonymous.get(`/nodes/blur-pack/versions/${version}/app-nodes`);
      return json.app_nodes.map(({ app_node_name, policy }) => [app_node_name, policy]);
    };
    const [active, banned] = ['AppNodePolicyActive', 'AppNodePolicyBanned'];
    await put(moderator, 'Bad/1', { policy: banned });
    for (const policy of [banned, active]) {
      await put(theirs, 'Odd', { policy });
      await put(theirs, 'Bad/1', { policy, description: `Now ${policy}.` });
      if (policy === banned) await publishFiles(upstream, stranger, 'blur-pack', '1.1.0', files);
      await sync();
      assert.deepEqual(
        await policies('1.0.0'),
        [
          ['Bad/1', banned],
          ['Odd', policy],
        ],
        policy,
      );
      assert.deepEqual((await policies('1.1.0'))[0], ['Bad/1', banned]);
    }
    const edited = await anonymous.get('/nodes/blur-pack/versions/1.0.0/app-nodes/Bad%2F1');
    assert.equal(edited.json.description, `Now ${active}.`, 'all else is as upstream');
    assert.equal((await anonymous.get('/app-nodes/Bad%2F1/node')).status, 404);
    assert.equal((await anonymous.get('/app-nodes/Odd/node')).json.id, 'blur-pack');
    await put(moderator, 'Bad/1', { policy: active });
    await put(theirs, 'Bad/1', { description: 'Harmless.' });
    await sync();
    assert.deepEqual((await policies('1.0.0'))[0], ['Bad/1', active], 'lifted here');
    assert.equal((await anonymous.get('/app-nodes/Bad%2F1/node')).json.id, 'blur-pack');
  });

  test('what only moderators set of a node from the upstream stays when it changes there', async () => {
    await publishActive(upstream, stranger, 'tagged-pack', '1.0.0');
    await sync();
    const own = { tags_admin: ['security-warning'], status_detail: 'Reviewed here.' };
    const set = await moderator.put('/admin/nodes/tagged-pack', { ...own, reason: 'Reviewed.' });
    assert.equal(set.status, 200, set.text);
    const theirs = await (
      await upstream.moderator()
    ).put('/admin/nodes/tagged-pack', {
      tags_admin: ['theirs'],
      search_ranking: 7,
      description: 'Changed.',
      reason: 'Ours.',
    });
    assert.equal(theirs.status, 200, theirs.text);
    await sync();
    const { tags_admin, status_detail, search_ranking, description } = (
      await moderator.get('/nodes/tagged-pack')
    ).json;
    assert.deepEqual({ tags_admin, status_detail }, own);
    assert.deepEqual([search_ranking, description], [7, 'Changed.'], 'the rest is that of the upstream');
  });

  test('nodes that nobody claimed are taken, also where this registry has such nodes', async () => {
    const added = await moderator.post('/admin/nodes', { id: 'own-orphan' });
    assert.equal(added.status, 201, added.text);
    const theirs = await (await upstream.moderator()).post('/admin/nodes', { id: 'their-orphan' });
    assert.equal(theirs.status, 201, theirs.text);
    await sync();
    const { json } = await anonymous.get('/nodes/their-orphan');
    assert.deepEqual([json.upstream, json.publisher?.id], [upstream.url, 'unclaimed_nodes']);
  });
});
