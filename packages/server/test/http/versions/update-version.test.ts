import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('update-version', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const other = await publishActive(server, ada, 'Other-Node', '1.0.0');
  let id: string;
  let path: string;
  let versionId: string;
  beforeEach(async () => {
    id = uniqueId('My-Node');
    path = `/publishers/ada/nodes/${id}/versions`;
    ({ versionId } = await publishActive(server, ada, id, '1.0.0'));
  });
  const read = async () => (await ada.owner.get(`/nodes/${id}/versions/1.0.0`)).json;

  test('200: by its id and by its number, merged, and the whole version comes back', async () => {
    const before = await read();
    const byId = await ada.owner.put(`${path}/${versionId}`, { changelog: 'Better.' });
    assert.equal(byId.status, 200, byId.text);
    assert.deepEqual(byId.json, { ...before, changelog: 'Better.' });
    const byNumber = await ada.owner.put(`${path}/1.0.0`, { deprecated: true });
    assert.deepEqual(byNumber.json, { ...before, changelog: 'Better.', deprecated: true });
    assert.deepEqual(await read(), byNumber.json);
  });

  test('200: everything else in the body is ignored', async () => {
    const before = await read();
    const reply = await ada.owner.put(`${path}/1.0.0`, {
      ...before,
      id: other.versionId,
      version: '2.0.0',
      status: 'NodeVersionStatusDeleted',
      dependencies: ['numpy'],
      tags_admin: ['mine'],
      changelog: '',
    });
    assert.deepEqual(reply.json, { ...before, changelog: '' });
  });

  test('200: the reason of a deprecation, which goes with it', async () => {
    const put = async (body: object) => (await ada.owner.put(`${path}/1.0.0`, body)).json;
    assert.equal((await put({ deprecation_message: 'Not deprecated.' })).deprecation_message, undefined);
    const reason = 'It loses colors.';
    assert.equal((await put({ deprecated: true, deprecation_message: reason })).deprecation_message, reason);
    assert.equal((await put({ changelog: 'More.' })).deprecation_message, reason);
    assert.deepEqual(await read(), await put({}));
    assert.equal(
      (await server.anonymous.get(`/nodes/${id}`)).json.latest_version.deprecation_message,
      reason,
    );
    assert.equal((await put({ deprecation_message: null })).deprecation_message, undefined);
    await put({ deprecation_message: reason });
    const undone = await put({ deprecated: false });
    assert.deepEqual([undone.deprecated, undone.deprecation_message], [false, undefined]);
    assertRefused(
      await ada.owner.put(`${path}/1.0.0`, { deprecation_message: 'm'.repeat(1_001) }),
      'invalid_request',
    );
  });

  test('200: null clears', async () => {
    await ada.owner.put(`${path}/1.0.0`, { changelog: 'Gone soon.', deprecated: true });
    const { json, text } = await ada.owner.put(`${path}/1.0.0`, { changelog: null, deprecated: null });
    assert.deepEqual([json.changelog || undefined, json.deprecated], [undefined, false], text);
  });

  test('200: by a token that may edit', async () => {
    const { token } = (
      await ada.owner.post('/publishers/ada/tokens', {
        name: 'robot',
        actions: ['edit'],
        nodes: [id.toUpperCase()],
      })
    ).json;
    const headers = { authorization: `Bearer ${token}` };
    const put = (address: string) => server.anonymous.put(address, { deprecated: false }, headers);
    assert.equal((await put(`${path}/1.0.0`)).json.deprecated, false);
    assertRefused(await put('/publishers/ada/nodes/other-node/versions/1.0.0'), 'forbidden');
  });

  test('400: wrong types and a changelog over its bound', async () => {
    const reply = await ada.owner.put(`${path}/1.0.0`, { changelog: 'c'.repeat(50_001), deprecated: 'yes' });
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(reply.json.details.map((detail: { path: string }) => detail.path).sort(), [
      '/changelog',
      '/deprecated',
    ]);
  });

  test('401 and 403: an anonymous caller, and a stranger', async () => {
    assertRefused(await server.anonymous.put(`${path}/1.0.0`, {}), 'unauthenticated');
    const bob = await makePublisher(server, uniqueId('bob'));
    assertRefused(await bob.owner.put(`${path}/1.0.0`, {}), 'forbidden');
  });

  test('403: the node or the publisher is banned', async () => {
    const moderator = await server.moderator();
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await ada.owner.put(`${path}/1.0.0`, {}), 'node_banned');
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusActive' });
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await ada.owner.put(`${path}/1.0.0`, {}), 'publisher_banned');
    await move('PublisherStatusActive');
  });

  test('404 and 409: a version of another node, a node of another publisher, a deleted version', async () => {
    assertRefused(await ada.owner.put(`${path}/${other.versionId}`, {}), 'version_not_found');
    assertRefused(await ada.owner.put(`${path}/9.9.9`, {}), 'version_not_found');
    assertRefused(await ada.owner.put('/publishers/ada/nodes/none/versions/1.0.0', {}), 'node_not_found');
    const moderator = await server.moderator();
    const bob = await makePublisher(server, uniqueId('bob'));
    assertRefused(
      await moderator.put(`/publishers/${bob.id}/nodes/${id}/versions/1.0.0`, {}),
      'node_not_found',
    );
    await ada.owner.delete(`${path}/1.0.0`);
    assertRefused(await ada.owner.put(`${path}/1.0.0`, {}), 'illegal_transition');
  });
});
