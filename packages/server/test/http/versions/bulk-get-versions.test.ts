import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

interface Item {
  identifier: { node_id: string; version: string };
  status: string;
  error_message?: string;
  node_version?: { id: string };
}

suiteOnBoth('bulk-get-versions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { versionId } = await publishActive(server, ada, 'My-Node', '1.0.0');
  const pair = (node_id: string, version: string) => ({ node_id, version });
  const ask = (node_versions: unknown) => server.anonymous.post('/bulk/nodes/versions', { node_versions });
  const items = async (pairs: object[]): Promise<Item[]> => {
    const reply = await ask(pairs);
    assert.equal(reply.status, 200, reply.text);
    return reply.json.node_versions;
  };

  test('200: one item per pair, in order, with duplicates, each identifier as sent', async () => {
    const pairs = [
      pair('MY-NODE', '1.0.0'),
      pair('my-node', '9.9.9'),
      pair('My-Node', '1.0.0'),
      pair('MY-NODE', '1.0.0'),
    ];
    const found = await items(pairs);
    assert.deepEqual(
      found.map(({ identifier }) => identifier),
      pairs,
    );
    assert.deepEqual(
      found.map(({ status }) => status),
      ['success', 'not_found', 'success', 'success'],
    );
    const version = (await server.anonymous.get('/nodes/my-node/versions/1.0.0')).json;
    assert.equal(version.id, versionId);
    assert.deepEqual(found[0]?.node_version, version, 'the version is the one that a single read answers');
  });

  test('200: pairs of odd shapes are not found, and come back unchanged', async () => {
    const odd = [
      pair('', ''),
      pair('owner/repo', 'nightly'),
      pair('my-node', ''),
      pair('my-node', ' 1.0.0'),
      pair('my-node', '1.0.1+build'),
      pair('my-node', '2c26b46b68ffc68ff99b453c1d30413413422d70'),
      pair('日本語', '🎛'),
      pair("'; drop table nodes; --", '%'),
      pair('my-node\u0000', '1.0.0'),
      pair('my-node\u00001.0.0', ''),
      pair('\ud800', '1.0.0'),
      pair('__proto__', 'constructor'),
      pair('é'.repeat(200), '1.0.0'),
      pair('🎛'.repeat(200), '1.0.0'),
    ];
    assert.deepEqual(
      (await items(odd)).map(({ identifier, status }) => ({ identifier, status })),
      odd.map((identifier) => ({ identifier, status: 'not_found' })),
    );
  });

  test('200: pairs that read alike when joined keep their own identifiers', async () => {
    const pairs = [pair('a', 'b\0c'), pair('a\0b', 'c'), pair('a', 'b\0c')];
    assert.deepEqual(
      (await items(pairs)).map(({ identifier }) => identifier),
      pairs,
    );
  });

  test('200: an id is found in any case of its ASCII letters, and by no other letter', async () => {
    await publishActive(server, ada, 'Kornia', '1.0.0');
    const found = await items([pair('KORNIA', '1.0.0'), pair('\u212aornia', '1.0.0')]);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['success', 'not_found'],
    );
    assertRefused(await server.anonymous.get('/nodes/%E2%84%AAornia'), 'node_not_found');
  });

  test('200: what exists but cannot be had is unavailable and says which', async () => {
    for (const id of ['Flagged', 'Banned', 'Gone-Node', 'Banned-Node']) {
      await publishActive(server, ada, id, '1.0.0');
    }
    await publishActive(server, ada, 'Gone', '1.0.0');
    await publishPending(ada, 'Pending', '1.0.0');
    for (const status of ['Flagged', 'Banned']) {
      await moderator.put(`/admin/nodes/${status}/versions/1.0.0`, {
        status: `NodeVersionStatus${status}`,
        status_reason: 'Looked at.',
      });
    }
    await ada.owner.delete('/publishers/ada/nodes/gone/versions/1.0.0');
    await ada.owner.delete('/publishers/ada/nodes/gone-node');
    await moderator.put('/publishers/ada/nodes/banned-node', { status: 'NodeStatusBanned' });
    const expected: Record<string, RegExp> = {
      pending: /not yet active/,
      flagged: /flagged/,
      banned: /version is banned/,
      gone: /version is deleted/,
      'gone-node': /node is deleted/,
      'banned-node': /node is banned/,
    };
    for (const item of await items(Object.keys(expected).map((id) => pair(id, '1.0.0')))) {
      assert.equal(item.status, 'unavailable', item.identifier.node_id);
      assert.equal('node_version' in item, false);
      assert.match(item.error_message ?? '', expected[item.identifier.node_id] ?? /never/);
    }
  });

  test('200: a ban of the publisher hides its versions while it lasts', async () => {
    const status = async () => (await items([pair('my-node', '1.0.0')]))[0]?.status;
    const move = (to: string) => moderator.put('/admin/publishers/ada', { status: to, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assert.equal(await status(), 'unavailable');
    await move('PublisherStatusActive');
    assert.equal(await status(), 'success');
  });

  test('200: none, and a thousand', async () => {
    assert.deepEqual(await items([]), []);
    const found = await items(
      Array.from({ length: 1000 }, (_, index) => pair(index % 2 === 0 ? 'my-node' : 'none', '1.0.0')),
    );
    assert.equal(found.length, 1000);
    assert.ok(found.every(({ status }, index) => status === (index % 2 === 0 ? 'success' : 'not_found')));
  });

  test('200: a thousand different pairs, of which only the last exists', async () => {
    const missing = Array.from({ length: 999 }, (_, index) => pair('my-node', `9.${index}.0`));
    const found = await items([...missing, pair('my-node', '1.0.0')]);
    assert.equal(found.length, 1000);
    assert.equal(
      found.findIndex(({ status }) => status === 'success'),
      999,
    );
  });

  test('400: a thousand and one, and members that are no texts of at most 200 characters', async () => {
    assertRefused(await ask(Array.from({ length: 1001 }, () => pair('my-node', '1.0.0'))), 'invalid_request');
    const faults: [unknown, string][] = [
      [undefined, '/node_versions'],
      ['my-node', '/node_versions'],
      [[null], '/node_versions/0'],
      [[{ node_id: 'my-node' }], '/node_versions/0/version'],
      [[pair('my-node', '1.0.0'), { node_id: 'my-node', version: 1 }], '/node_versions/1/version'],
      [[{ node_id: null, version: '1.0.0' }], '/node_versions/0/node_id'],
      [[pair('a'.repeat(201), '1.0.0')], '/node_versions/0/node_id'],
      [[pair('my-node', '1'.repeat(201))], '/node_versions/0/version'],
    ];
    for (const [sent, path] of faults) {
      const reply = await ask(sent);
      assertRefused(reply, 'invalid_request', path);
      assert.deepEqual(
        reply.json.details.map((detail: { path: string }) => detail.path),
        [path],
      );
    }
  });
});
