import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quotas } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import {
  makePublisher,
  publication,
  publishActive,
  publishFiles,
  publishPending,
  uniqueId,
  zip,
} from '../../support/build.ts';
import { countWork } from '../../support/count-work.ts';
import { startServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import { suite } from '../../support/variants.ts';

suite('rename-node', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const moderator = await server.moderator();
  const ada = await makePublisher(server, uniqueId('ada'));
  const bob = await makePublisher(server, uniqueId('bob'));
  const rename = (node: string, id: string, { owner, id: publisher } = ada, as = owner) =>
    as.post(`/publishers/${publisher}/nodes/${node}/rename`, { id, reason: 'Asked for.' });
  const pairsOf = (...ids: string[]) => ({
    node_versions: ids.map((node_id) => ({ node_id, version: '1.0.0' })),
  });

  test('200: every read by a former id answers with the node under its new id', async () => {
    const [old, id, last] = [uniqueId('Old'), uniqueId('New'), uniqueId('Last')];
    const appNode = uniqueId('Blur');
    const { bytes } = await publishActive(server, ada, old, '1.0.0');
    await moderator.put(`/admin/nodes/${old}/versions/1.0.0/app-nodes`, {
      app_nodes: [{ app_node_name: appNode }],
    });
    const { downloadUrl: before } = (await anonymous.get(`/nodes/${old}/install`)).json;
    // Kept in memory under the id that the node has then.
    assert.equal((await anonymous.get(`/nodes/${old}`)).json.id, old);
    await anonymous.post('/bulk/nodes/versions', pairsOf(old));

    const { status, json } = await rename(old, id);
    assert.deepEqual([status, json.id, json.former_ids], [200, id, [old]]);
    await rename(id, last);
    for (const asked of [old, old.toUpperCase(), id, last]) {
      const node = (await anonymous.get(`/nodes/${asked}`)).json;
      assert.deepEqual([node.id, node.former_ids, node.latest_version.node_id], [last, [old, id], last]);
      const read = async (path: `/${string}`) => (await anonymous.get(path)).json;
      assert.equal((await read(`/nodes/${asked}/versions/1.0.0`)).node_id, last);
      assert.equal((await read(`/nodes/${asked}/versions`))[0].node_id, last);
      assert.equal((await read(`/versions?nodeId=${asked}`)).versions[0].node_id, last);
      assert.equal((await read(`/nodes?node_id=${asked}`)).nodes[0].id, last);
      assert.equal((await read(`/nodes/search?search=${last}&node_id=${asked}`)).nodes[0].id, last);
      assert.equal((await read(`/nodes/${asked}/versions/1.0.0/app-nodes`)).app_nodes.length, 1);
      assert.equal((await read(`/app-nodes?node_id=${asked}`)).app_nodes[0].node_id, last);
      const installed = await read(`/nodes/${asked}/install`);
      assert.equal(installed.node_id, last);
      assert.deepEqual((await anonymous.get(installed.downloadUrl)).bytes, bytes);
    }
    assert.deepEqual((await anonymous.get(before)).bytes, bytes, 'URLs of packages stay good');
    const provider = (await anonymous.get(`/app-nodes/${appNode}/node`)).json;
    assert.equal(provider.id, last);
    const bulk = (await anonymous.post('/bulk/nodes/versions', pairsOf(old, id, last))).json.node_versions;
    assert.deepEqual(
      bulk.map((item: { identifier: object; node_version: { node_id: string } }) => [
        item.identifier,
        item.node_version.node_id,
      ]),
      pairsOf(old, id, last).node_versions.map((identifier) => [identifier, last]),
    );
    for (const asked of [old, last]) {
      const page = await anonymous.get(`/n/${asked}`);
      assert.deepEqual(
        [page.status, page.text.includes(`<code>patchbay install ${last}</code>`)],
        [200, true],
      );
    }
    assert.equal((await anonymous.get(`/nodes/search?search=${last}`)).json.nodes[0].id, last);
  });

  test('200: what changes afterwards is seen under each id, and downloads count', async () => {
    const [old, id] = [uniqueId('Seen'), uniqueId('Known')];
    await publishActive(server, ada, old, '1.0.0');
    await rename(old, id);
    const describe = async (path: string, description: string) => {
      const reply = await ada.owner.put(`/publishers/${ada.id}/nodes/${path}`, { id: path, description });
      assert.equal(reply.status, 200, reply.text);
      for (const asked of [old, id])
        assert.equal((await anonymous.get(`/nodes/${asked}`)).json.description, description);
    };
    await describe(old, 'first');
    await describe(id, 'second');
    await anonymous.get(`/nodes/${old}/install`);
    await server.server.context.downloads.flush();
    for (const asked of [old, id]) assert.equal((await anonymous.get(`/nodes/${asked}`)).json.downloads, 1);
    assert.equal((await anonymous.get(`/nodes/${id}/downloads`)).json.total, 1);
  });

  test('200: a publish goes on under each id, also of a package that still has the former one', async () => {
    const [old, id] = [uniqueId('Kept'), uniqueId('Named')];
    const limited = await ada.owner.post(`/publishers/${ada.id}/tokens`, { name: 'one', nodes: [old] });
    await publishActive(server, ada, old, '1.0.0');
    await rename(old, id);
    const versions = [
      [old, old, '2.0.0'],
      [id, old, '3.0.0'],
      [id, id, '4.0.0'],
    ] as const;
    for (const [path, name, version] of versions) {
      await publishFiles(server, ada, path, version, {
        '__init__.py': '',
        'pyproject.toml': `[project]\nname = "${name}"\nversion = "${version}"\n`,
      });
      const latest = (await anonymous.get(`/nodes/${old}`)).json.latest_version;
      assert.deepEqual([latest.node_id, latest.version], [id, version]);
    }
    const { token } = limited.json;
    for (const [path, version] of [
      [old, '5.0.0'],
      [id, '6.0.0'],
    ] as const) {
      const published = await anonymous.post(
        `/publishers/${ada.id}/nodes/${path}/versions`,
        publication(token, version),
        { authorization: `Bearer ${token}` },
      );
      assert.equal(published.status, 201, published.text);
    }
    const elsewhere = await publishPending(ada, uniqueId('else'), '1.0.0');
    const wrong = await zip({ 'pyproject.toml': `[project]\nname = "${old}"\nversion = "1.0.0"\n` });
    assert.equal((await anonymous.upload(elsewhere.signedUrl, wrong)).status, 422);
  });

  test('200: back to a former id, to other letters of it, and by a moderator', async () => {
    const [old, id] = [uniqueId('There'), uniqueId('Back')];
    await ada.owner.post(`/publishers/${ada.id}/nodes`, { id: old });
    await rename(old, id);
    await moderator.put(`/admin/nodes/${id}/quotas`, { ids: 1, reason: 'Asked for.' });
    const back = await rename(id, old);
    assert.deepEqual([back.status, back.json.id, back.json.former_ids], [200, old, [id]]);
    const louder = await rename(old, old.toUpperCase());
    assert.deepEqual([louder.json.id, louder.json.former_ids], [old.toUpperCase(), [id]]);
    const same = await rename(old, old.toUpperCase());
    assert.deepEqual(same.json.updated_at, louder.json.updated_at, 'nothing happens');
    const full = await rename(old, uniqueId('third'));
    assertRefused(full, 'quota_exceeded');
    assert.match(full.json.message, new RegExp(`The node "${old.toUpperCase()}" uses 1 of at most 1`));
    assert.equal((await rename(old, uniqueId('third'), ada, moderator)).status, 200);
    const { changes } = (await moderator.get(`/admin/changes?limit=100&subject=node:${old.toLowerCase()}`))
      .json;
    const told = changes.filter(({ action }: { action: string }) => action === 'node.renamed');
    assert.deepEqual([told.length, told[0].before, told[0].after], [4, { id: old }, { id }]);
  });

  test('a read by a former id takes one statement', async (t) => {
    const cold = await startServer(t, { CACHE_BYTES: '0' });
    const owner = await makePublisher(cold, 'ada');
    for (const id of ['first', 'second']) await publishActive(cold, owner, id, '1.0.0');
    await owner.owner.post('/publishers/ada/nodes/first/rename', { id: 'renamed' });
    // Its versions are rendered again in the background.
    const readVersion = () => cold.anonymous.get('/nodes/first/versions/1.0.0');
    cold.server.context.documents?.fill();
    await until(async () => (await countWork(readVersion)).statements === 1);
    for (const id of ['first', 'renamed']) {
      const reads = [
        () => cold.anonymous.get(`/nodes/${id}`),
        () => cold.anonymous.get(`/nodes/${id}/versions/1.0.0`),
        () => cold.anonymous.post('/bulk/nodes/versions', pairsOf(id, 'second')),
      ];
      for (const read of reads) {
        await read();
        // What the server does by its own clock comes in between.
        await until(async () => (await countWork(read)).statements === 1);
      }
    }
  });

  test('400, 403, 404 and 409: nobody gets an id that others have, had, or could be taken for', async () => {
    const [mine, theirs, former] = [uniqueId('mine'), uniqueId('theirs'), uniqueId('former')];
    await ada.owner.post(`/publishers/${ada.id}/nodes`, { id: mine });
    await bob.owner.post(`/publishers/${bob.id}/nodes`, { id: former });
    assert.equal((await rename(former, theirs, bob)).status, 200);
    assertRefused(await rename(mine, 'a b'), 'invalid_id');
    for (const taken of [theirs, former, former.toUpperCase(), former.replace('-', '_')]) {
      assertRefused(await rename(mine, taken), 'id_taken');
      const created = await ada.owner.post(`/publishers/${ada.id}/nodes`, { id: taken });
      assertRefused(created, 'id_taken');
      const published = await ada.owner.post(
        `/publishers/${ada.id}/nodes/${taken}/versions`,
        publication(ada.token, '1.0.0'),
      );
      assertRefused(published, 'id_taken');
    }
    assertRefused(await rename(mine, uniqueId('x'), ada, bob.owner), 'forbidden');
    assertRefused(await rename(theirs, uniqueId('x')), 'node_not_found');
    for (let count = 0; count < quotas.ids.default; count += 1)
      assert.equal((await rename(mine, uniqueId('again'))).status, 200);
    assertRefused(await rename(mine, uniqueId('again')), 'quota_exceeded');
  });

  test('200 and 201: a body may name the node by any of its ids, whichever the address has', async () => {
    const [old, id] = [uniqueId('Body'), uniqueId('Whole')];
    await publishActive(server, ada, old, '1.0.0');
    await rename(old, id);
    // A host that knows the former address sends back what it read there.
    const { json: read } = await anonymous.get(`/nodes/${old}`);
    for (const [path, named] of [
      [old, id],
      [id, old.toUpperCase()],
    ] as const) {
      const publish = `/publishers/${ada.id}/nodes/${path}/versions` as const;
      const sent = { ...publication(ada.token, '2.0.0'), node: { ...read, id: named } };
      const replies = [
        await ada.owner.post(publish, sent),
        await ada.owner.post(`${publish}?dry_run=true`, sent),
        await ada.owner.put(`/publishers/${ada.id}/nodes/${path}`, { ...read, id: named }),
        await moderator.put(`/admin/nodes/${path}`, { ...read, id: named, reason: 'Asked for.' }),
      ];
      assert.deepEqual(
        replies.map(({ status }) => status),
        [201, 200, 200, 200],
      );
      assert.deepEqual(replies[1]?.json, { wouldPublish: true, faults: [] });
      const other = { ...sent, node: { id: uniqueId('other') } };
      assertRefused(await ada.owner.post(publish, other), 'id_mismatch');
    }
  });
});
