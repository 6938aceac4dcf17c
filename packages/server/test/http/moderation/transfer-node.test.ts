import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import {
  makePublisher,
  publication,
  publishActive,
  publishPending,
  uniqueId,
  zip,
} from '../../support/build.ts';
import { holdWrite } from '../../support/hold-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('transfer-node', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const moderator = await server.moderator();
  const make = () => makePublisher(server, uniqueId('owner'));
  const transfer = (node: string, publisher_id: string, as = moderator) =>
    as.post(`/admin/nodes/${node}/transfer`, { publisher_id, reason: 'Agreed by mail.' });
  const usageOf = async (id: string) => (await moderator.get(`/publishers/${id}/usage`)).json;

  test('200: with id, versions, downloads and packages; lists and search follow', async () => {
    const [from, to, node] = [await make(), await make(), uniqueId('Given')];
    const { bytes, versionId } = await publishActive(server, from, node, '1.0.0');
    const install = `/nodes/${node}/install` as const;
    const { downloadUrl: before } = (await anonymous.get(install)).json;
    await server.server.context.downloads.flush();
    const search = `/nodes/search?search=${to.id}` as const;
    assert.equal((await anonymous.get(search)).json.total, 0);
    const reply = await transfer(node, to.id);
    assert.equal(reply.status, 200, reply.text);
    const { id, downloads, publisher, latest_version } = reply.json;
    assert.deepEqual([id, downloads, publisher.id, latest_version.id], [node, 1, to.id, versionId]);

    assert.equal((await anonymous.get(search)).json.total, 1);
    assert.equal((await anonymous.get(`/nodes/${node}`)).json.publisher.id, to.id);
    const listed = async (publisherId: string) =>
      (await anonymous.get(`/publishers/${publisherId}/nodes`)).json.map((one: { id: string }) => one.id);
    assert.deepEqual([await listed(from.id), await listed(to.id)], [[], [node]]);

    const { downloadUrl: now } = (await anonymous.get(install)).json;
    assert.notEqual(now, before);
    for (const url of [before, now]) assert.deepEqual((await anonymous.get(url)).bytes, bytes, url);
    const strange = before.replace(`/${from.id}/`, '/nobody/');
    assertRefused(await anonymous.get(strange), 'node_not_found');
    const next = await publishActive(server, to, node, '2.0.0');
    assert.deepEqual((await anonymous.get(now.replace('1.0.0', '2.0.0'))).bytes, next.bytes);
  });

  test('200: what counts for quotas goes along; a moderator is not held by them', async () => {
    const [from, to, node] = [await make(), await make(), uniqueId('counted')];
    const { bytes } = await publishActive(server, from, node, '1.0.0');
    await publishPending(from, node, '2.0.0');
    await moderator.put(`/admin/nodes/${node}/versions/1.0.0/app-nodes`, {
      app_nodes: [{ app_node_name: 'Blur' }],
    });
    await moderator.put(`/admin/publishers/${to.id}/quotas`, { nodes: 0, reason: 'Asked for.' });
    const full = await usageOf(from.id);
    assert.equal((await transfer(node, to.id)).status, 200);
    const moved = ['nodes', 'pending_versions', 'package_bytes', 'definition_bytes'] as const;
    const used = async (id: string) => {
      const usage = await usageOf(id);
      return moved.map((name) => usage[name].used);
    };
    assert.deepEqual(await used(from.id), [0, 0, 0, 0]);
    assert.deepEqual(await used(to.id), [1, 1, bytes.length, full.definition_bytes.used]);
    assert.ok(full.definition_bytes.used > 0);
  });

  test('200: the tokens and upload URLs of the publisher before end for it', async () => {
    const [from, to, node] = [await make(), await make(), uniqueId('moved')];
    const pending = await publishPending(from, node, '1.0.0');
    await transfer(node, to.id);
    const path = `/publishers/${from.id}/nodes/${node}` as const;
    const headers = { authorization: `Bearer ${from.token}` };
    assertRefused(await anonymous.put(path, { description: 'mine' }, headers), 'node_not_found');
    const again = await anonymous.post(`${path}/versions`, publication(from.token, '3.0.0'), headers);
    assertRefused(again, 'id_taken');
    const upload = await anonymous.upload(pending.signedUrl, pending.bytes);
    if (pending.signedUrl.startsWith(server.url)) assertRefused(upload, 'forbidden');
    await server.settle();
    const read = (client: typeof to.owner) => client.get(`/nodes/${node}/versions/1.0.0`);
    assert.equal((await read(to.owner)).json.status, 'NodeVersionStatusPending', 'nobody took it');
    const taken = await publishPending(to, node, '1.0.0');
    assert.equal(taken.versionId, pending.versionId);
    await anonymous.upload(taken.signedUrl, await zip({ '__init__.py': '' }));
    await server.settle();
    assert.equal((await read(anonymous)).json.status, 'NodeVersionStatusActive');
  });

  test('a publish that meets a transfer is refused once it is given away', async () => {
    const [from, to, node] = [await make(), await make(), uniqueId('raced')];
    await publishActive(server, from, node, '1.0.0');
    const held = holdWrite(server.server.context);
    const publish = from.owner.post(
      `/publishers/${from.id}/nodes/${node}/versions`,
      publication(from.token, '2.0.0'),
    );
    await held.waits;
    assert.equal((await transfer(node, to.id)).status, 200);
    held.release();
    assertRefused(await publish, 'id_taken');
    assert.equal((await usageOf(to.id)).pending_versions.used, 0);
  });

  test('200: a deleted node, whose publisher is deleted too, and back; the log tells all', async () => {
    const [from, to, node] = [await make(), await make(), uniqueId('left')];
    await from.owner.post(`/publishers/${from.id}/nodes`, { id: node });
    await from.owner.delete(`/publishers/${from.id}/nodes/${node}`);
    assert.equal((await from.owner.delete(`/publishers/${from.id}`)).status, 204);
    const reply = await transfer(node, to.id);
    assert.deepEqual([reply.status, reply.json.status], [200, 'NodeStatusDeleted'], reply.text);
    const restored = await to.owner.put(`/publishers/${to.id}/nodes/${node}`, {
      status: 'NodeStatusActive',
    });
    assert.equal(restored.status, 200, restored.text);
    assert.equal((await transfer(node, to.id)).status, 200, 'to the publisher that has it: nothing happens');
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=node:${node}`)).json;
    const told = changes.filter(({ action }) => action === 'node.transferred');
    assert.deepEqual(
      told.map(({ before, after: now, reason }: Record<string, unknown>) => [before, now, reason]),
      [[{ publisher: from.id }, { publisher: to.id }, 'Agreed by mail.']],
    );
    const unclaimed = await transfer(node, 'unclaimed_nodes');
    assert.equal(unclaimed.json.publisher.id, 'unclaimed_nodes');
  });

  test('400, 403 and 404', async () => {
    const [from, node] = [await make(), uniqueId('held')];
    await from.owner.post(`/publishers/${from.id}/nodes`, { id: node });
    const unexplained = await moderator.post(`/admin/nodes/${node}/transfer`, { publisher_id: from.id });
    assertRefused(unexplained, 'invalid_request');
    assertRefused(await transfer(node, from.id, from.owner), 'forbidden');
    assertRefused(await transfer(node, 'nobody'), 'publisher_not_found');
    assertRefused(await transfer('none', from.id), 'node_not_found');
  });
});
