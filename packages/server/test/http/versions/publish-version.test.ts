import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  makePublisher,
  publication,
  publishActive,
  publishPending,
  uniqueId,
  zip,
} from '../../support/build.ts';
import { hours } from '../../support/clock.ts';
import { type TestServer, startServer } from '../../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../../support/variants.ts';

/** A publisher of the test's own, and where it publishes a node. */
const open = async (server: TestServer) => {
  const ada = await makePublisher(server, uniqueId('ada'));
  const nodeId = uniqueId('My-Node');
  return { ada, nodeId, path: `/publishers/${ada.id}/nodes/${nodeId}/versions` as const };
};

suiteOnBoth('publish-version', async () => {
  const server = await startServer({ after });
  test('201: reply, node, version, job and changes agree', async () => {
    const { ada, nodeId, path } = await open(server);
    const reply = await ada.owner.post(path, {
      ...publication(ada.token, '1.0.0'),
      node: { id: nodeId.toLowerCase(), name: 'My node', tags: ['image'], icon: '', license: '' },
      node_version: {
        version: '1.0.0',
        changelog: 'First.',
        dependencies: ['numpy'],
        status: 'NodeVersionStatusActive',
      },
    });
    assert.equal(reply.status, 201, reply.text);
    const { node_version: version, signedUrl } = reply.json;
    assert.match(version.id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.equal(version.node_id, nodeId, 'the naming of the path is the canonical one');
    assert.equal(version.status, 'NodeVersionStatusPending', 'the status is the server’s');
    assert.equal(version.app_node_extract_status, 'pending');
    assert.equal(version.changelog, 'First.');
    assert.deepEqual(version.dependencies, ['numpy']);
    assert.equal(version.deprecated, false);
    assert.equal('downloadUrl' in version, false, 'nothing can be downloaded yet');
    assert.ok(signedUrl.startsWith(`${server.url}/uploads/${version.id}?`));

    const node = (await server.anonymous.get(`/nodes/${nodeId.toUpperCase()}`)).json;
    assert.equal(node.id, nodeId);
    assert.equal(node.name, 'My node');
    assert.equal('icon' in node, false, 'an empty text is not set');
    assert.equal('latest_version' in node, false, 'until the package is stored, nothing lists the version');

    const moderator = await server.moderator();
    const { changes } = (await moderator.get('/admin/changes?limit=1000')).json;
    const request = changes.filter(({ request_id }) => request_id === reply.headers.get('x-request-id'));
    assert.deepEqual(
      request.map(({ action, subject }) => [action, subject]),
      [
        ['node.created', `node:${nodeId.toLowerCase()}`],
        ['version.published', `version:${version.id}`],
      ],
    );
    assert.deepEqual(
      changes.map(({ seq }) => seq),
      changes.map((_: unknown, index: number) => index + 1),
      'the log has no gaps',
    );
  });

  test('201: repeated before the package is stored, same id and the metadata of the last request', async () => {
    const { ada, nodeId, path } = await open(server);
    const first = await publishPending(ada, nodeId, '1.0.0');
    const again = await ada.owner.post(path, {
      ...publication(ada.token, '1.0.0'),
      node_version: { version: '1.0.0', changelog: 'Second try.' },
    });
    assert.equal(again.status, 201);
    assert.equal(again.json.node_version.id, first.versionId);
    assert.equal(again.json.node_version.changelog, 'Second try.');
    assert.equal((await server.anonymous.upload(again.json.signedUrl, first.bytes)).status, 200);
  });

  test('201: a number whose package never came is free after the deadline, which a repeat renews', async (t) => {
    const server = await startServer(t);
    const { ada, nodeId } = await open(server);
    const first = await publishPending(ada, nodeId, '1.0.0');
    server.clock.advance(hours(23));
    assert.equal((await publishPending(ada, nodeId, '1.0.0')).versionId, first.versionId);
    server.clock.advance(hours(23));
    await server.settle();
    assert.equal((await ada.owner.get(`/nodes/${nodeId}/versions/1.0.0`)).status, 200);
    server.clock.advance(hours(2));
    await server.settle();
    assert.equal((await ada.owner.get(`/nodes/${nodeId}/versions/1.0.0`)).status, 404);
    assert.notEqual((await publishPending(ada, nodeId, '1.0.0')).versionId, first.versionId);
  });

  test('201: a later publish merges into the node, and empty texts leave it alone', async () => {
    const { ada, nodeId, path } = await open(server);
    const publish = (version: string, node: object) =>
      ada.owner.post(path, { ...publication(ada.token, version), node });
    await publish('1.0.0', { name: 'One', description: 'Kept.' });
    assert.equal((await publish('1.1.0', { name: 'Two', description: '' })).status, 201);
    const node = (await server.anonymous.get(`/nodes/${nodeId}`)).json;
    assert.equal(node.name, 'Two');
    assert.equal(node.description, 'Kept.');
  });

  test('201: a personal access token is itself accepted as the Bearer', async () => {
    const { ada, path } = await open(server);
    const headers = { authorization: `Bearer ${ada.token}` };
    assert.equal((await server.anonymous.post(path, publication(ada.token, '1.0.0'), headers)).status, 201);
  });

  test('400: each fault has its code and nothing is made', async () => {
    const { ada, path } = await open(server);
    const good = publication(ada.token, '1.0.0');
    const missing = await ada.owner.post(path, { node: {}, node_version: {} });
    assert.equal(missing.json.error, 'invalid_request');
    assert.deepEqual(missing.json.details.map((detail: { path: string }) => detail.path).sort(), [
      '/node_version/version',
      '/personal_access_token',
    ]);
    const loose = currentVariant().profile.compat.looseVersions ? [] : ['1', '1.0', 'v1.0.0'];
    for (const version of [...loose, '1.0.0 ', '01.0.0', '', 'latest', '1.0.0-', '１.0.0']) {
      const reply = await ada.owner.post(path, { ...good, node_version: { version } });
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_version'], version);
    }
    const mismatch = await ada.owner.post(path, { ...good, node: { id: 'other' } });
    assert.deepEqual([mismatch.status, mismatch.json.error], [400, 'id_mismatch']);
    const script = await ada.owner.post(path, { ...good, node: { repository: 'javascript:alert(1)' } });
    assert.deepEqual([script.status, script.json.error], [400, 'invalid_request']);
    assert.deepEqual(script.json.details[0].path, '/node/repository');
    for (const id of ['-a', 'a-', 'search', 'Versions', 'a'.repeat(101), 'a%20b', 'ä']) {
      const reply = await ada.owner.post(`/publishers/${ada.id}/nodes/${id}/versions`, good);
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_id'], id);
    }
    assert.equal((await ada.owner.get(`/publishers/${ada.id}/nodes/v2`)).json.total, 0);
  });

  test('401 and 403: both the Bearer and the token of the body must be entitled', async () => {
    const { ada, path } = await open(server);
    const bob = await makePublisher(server, uniqueId('bob'));
    const unknownToken = await ada.owner.post(path, publication('pbp_unknown', '1.0.0'));
    assert.deepEqual([unknownToken.status, unknownToken.json.error], [401, 'invalid_personal_access_token']);
    const foreignToken = await ada.owner.post(path, publication(bob.token, '1.0.0'));
    assert.deepEqual([foreignToken.status, foreignToken.json.error], [403, 'forbidden']);
    const foreignBearer = await bob.owner.post(path, publication(ada.token, '1.0.0'));
    assert.deepEqual([foreignBearer.status, foreignBearer.json.error], [403, 'forbidden']);
    const badBearer = await server.anonymous.post(path, publication(ada.token, '1.0.0'), {
      authorization: 'Bearer unknown',
    });
    assert.deepEqual([badBearer.status, badBearer.json.error], [401, 'unauthenticated']);
    const noBearer = await server.anonymous.post(path, publication(ada.token, '1.0.0'));
    const { publishByBodyToken } = currentVariant().profile.compat;
    assert.deepEqual(
      [noBearer.status, noBearer.json.error],
      publishByBodyToken ? [201, undefined] : [401, 'unauthenticated'],
    );
  });

  test('403: a token limited to other nodes or actions, and an expired one', async () => {
    const { ada, nodeId, path } = await open(server);
    const make = async (limits: object): Promise<string> =>
      (await ada.owner.post(`/publishers/${ada.id}/tokens`, { name: 'limited', ...limits })).json.token;
    const publishWith = async (token: string) =>
      (await ada.owner.post(path, publication(token, '1.0.0'))).json.error;
    assert.equal(await publishWith(await make({ nodes: ['other'] })), 'forbidden');
    assert.equal(await publishWith(await make({ actions: ['edit'] })), 'forbidden');
    const expiring = await make({ expiresAt: new Date(server.clock.now().getTime() + 1_000).toISOString() });
    server.clock.advance(1_000);
    assert.equal(await publishWith(expiring), 'invalid_personal_access_token');
    assert.equal(
      await publishWith(await make({ nodes: [nodeId.toUpperCase()], actions: ['publish'] })),
      undefined,
    );
  });

  test('409: the id belongs to another publisher, in any case', async () => {
    const { ada, nodeId, path } = await open(server);
    await publishPending(await makePublisher(server, uniqueId('bob')), nodeId.toUpperCase(), '1.0.0');
    const reply = await ada.owner.post(path, publication(ada.token, '1.0.0'));
    assert.deepEqual([reply.status, reply.json.error], [409, 'id_taken']);
  });

  test('409: once the package is stored the number is taken for ever, also when the version is deleted', async () => {
    const { ada, nodeId, path } = await open(server);
    await publishActive(server, ada, nodeId, '1.0.0');
    const again = await ada.owner.post(path, publication(ada.token, '1.0.0'));
    assert.deepEqual([again.status, again.json.error], [409, 'version_exists']);
    assert.equal((await ada.owner.delete(`${path}/1.0.0`)).status, 204);
    const afterDelete = await ada.owner.post(path, publication(ada.token, '1.0.0'));
    assert.deepEqual([afterDelete.status, afterDelete.json.error], [409, 'version_exists']);
  });

  test('a refused package never burns a number', async () => {
    const { ada, nodeId } = await open(server);
    const { signedUrl, versionId } = await publishPending(ada, nodeId, '1.0.0');
    const refused = await server.anonymous.upload(signedUrl, new TextEncoder().encode('not a zip'));
    assert.deepEqual([refused.status, refused.json.error], [422, 'invalid_package']);
    const again = await publishPending(ada, nodeId, '1.0.0');
    assert.equal(again.versionId, versionId);
    assert.equal((await server.anonymous.upload(again.signedUrl, await zip({ a: 'b' }))).status, 200);
  });
});
