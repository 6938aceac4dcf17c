import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, zip } from '../../support/build.ts';
import { days, minutes } from '../../support/clock.ts';
import { postponeReads } from '../../support/postpone-reads.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/admin/nodes/my-node/versions/1.0.0';

suite('update-version-status', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { versionId } = await publishActive(server, ada, 'My-Node', '1.0.0');
  const move = (status: string, status_reason = `Now ${status}.`, address = path) =>
    moderator.put(address, { status: `NodeVersionStatus${status}`, status_reason });

  test('200: every move of a moderator, with its reason, in the answer and in the log', async () => {
    for (const status of ['Flagged', 'Active', 'Banned', 'Active', 'Flagged', 'Banned', 'Active']) {
      const reply = await move(status);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(
        [reply.json.status, reply.json.status_reason],
        [`NodeVersionStatus${status}`, `Now ${status}.`],
      );
      const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=version:${versionId}`))
        .json;
      const { actor, action, before, after: now, reason, request_id } = changes.at(-1);
      assert.match(actor, /^user:/);
      assert.equal(action, 'version.moderated');
      assert.notEqual(before.status, now.status);
      assert.equal(now.status, `NodeVersionStatus${status}`);
      assert.equal(reason, `Now ${status}.`);
      assert.equal(request_id, reply.headers.get('x-request-id'));
    }
    await publishPending(ada, 'Pending', '1.0.0');
    const pending = await move('Banned', 'Not wanted.', '/admin/nodes/pending/versions/1.0.0');
    assert.equal(pending.json.status, 'NodeVersionStatusBanned');
  });

  test('200: a version that is not Active is hidden from install, download, bulk and latest', async () => {
    const bulk = { node_versions: [{ node_id: 'my-node', version: '1.0.0' }] };
    for (const status of ['Flagged', 'Banned']) {
      await move(status);
      assertRefused(
        await server.anonymous.get('/nodes/my-node/install?version=1.0.0'),
        'version_unavailable',
      );
      assertRefused(await server.anonymous.get('/packages/ada/my-node/1.0.0.zip'), 'version_unavailable');
      const { node_versions } = (await server.anonymous.post('/bulk/nodes/versions', bulk)).json;
      assert.equal(node_versions[0].status, 'unavailable');
      assert.equal('latest_version' in (await server.anonymous.get('/nodes/my-node')).json, false);
      await move('Active');
    }
    assert.equal((await server.anonymous.get('/nodes/my-node/install')).json.version, '1.0.0');
  });

  test('200: admin tags alone, by the id of the version', async () => {
    const reply = await moderator.put(`/admin/nodes/my-node/versions/${versionId}`, {
      tags_admin: ['odd'],
      reason: 'Checked.',
    });
    assert.deepEqual([reply.json.tags_admin, reply.json.status], [['odd'], 'NodeVersionStatusActive']);
  });

  test('400: a move without a reason, and a status that is none', async () => {
    const reply = await moderator.put(path, { status: 'NodeVersionStatusBanned' });
    assertRefused(reply, 'invalid_request');
    assert.equal(reply.json.details[0].path, '/status_reason');
    assertRefused(await move('Banned', '  '), 'invalid_request');
    assertRefused(await move('Forgotten'), 'invalid_request');
  });

  test('400: an advisory without a ban, without a text, or about a package that never came', async () => {
    const refuse = async (body: object, address = path) => {
      const reply = await moderator.put(address, { status_reason: 'Told.', ...body });
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details[0].path, '/advisory', reply.text);
    };
    await refuse({ advisory: 'Bad.' });
    await refuse({ status: 'NodeVersionStatusFlagged', advisory: 'Bad.' });
    await refuse({ status: 'NodeVersionStatusBanned', advisory: ' ' });
    await refuse({ status: 'NodeVersionStatusBanned', advisory: 'x'.repeat(10_001) });
    await publishPending(ada, 'Unsent', '1.0.0');
    const unsent = '/admin/nodes/unsent/versions/1.0.0';
    await refuse({ status: 'NodeVersionStatusBanned', advisory: 'Bad.' }, unsent);
    assert.equal(
      (await moderator.get('/nodes/my-node/versions/1.0.0')).json.status,
      'NodeVersionStatusActive',
    );
    assert.equal((await server.anonymous.get('/advisories')).json.total, 0);
  });

  test('401 and 403: an anonymous caller, and the owner of the publisher', async () => {
    assertRefused(await server.anonymous.put(path, {}), 'unauthenticated');
    assertRefused(await ada.owner.put(path, { tags_admin: [] }), 'forbidden');
  });

  test('404: no such node, no such version', async () => {
    assertRefused(await moderator.put('/admin/nodes/none/versions/1.0.0', {}), 'node_not_found');
    assertRefused(await moderator.put('/admin/nodes/my-node/versions/9.9.9', {}), 'version_not_found');
  });

  test('200: lifting the ban of one that was banned before its check has its app-nodes read', async () => {
    const { signedUrl } = await publishPending(ada, 'Unread', '1.0.0');
    const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
    const banned = Promise.withResolvers<void>();
    const reads = postponeReads(server.server.context.readers, async (read) => {
      await banned.promise;
      return read();
    });
    assert.equal(
      (await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }))).status,
      200,
    );
    const address = '/admin/nodes/unread/versions/1.0.0';
    assert.equal((await move('Banned', 'Not wanted.', address)).status, 200);
    banned.resolve();
    await server.settle();
    reads.restore();
    assert.equal((await move('Active', 'Wanted after all.', address)).status, 200);
    await server.settle();
    const { json } = await server.anonymous.get('/nodes/unread/versions/1.0.0');
    assert.deepEqual([json.status, json.app_node_extract_status], ['NodeVersionStatusActive', 'success']);
  });

  test('200: lifting the ban of one whose package never came frees its number', async () => {
    const { versionId } = await publishPending(ada, 'Empty', '1.0.0');
    const address = '/admin/nodes/empty/versions/1.0.0';
    await move('Banned', 'Not wanted.', address);
    const reply = await move('Active', 'Wanted after all.', address);
    assert.deepEqual([reply.status, reply.json.status], [200, 'NodeVersionStatusDeleted'], reply.text);
    assertRefused(await moderator.get('/nodes/empty/versions/1.0.0'), 'version_not_found');
    assert.notEqual((await publishActive(server, ada, 'Empty', '1.0.0')).versionId, versionId);
  });

  test('200: so does its deadline, whether it is banned or not', async () => {
    await publishPending(ada, 'Overdue', '1.0.0');
    await move('Banned', 'Not wanted.', '/admin/nodes/overdue/versions/1.0.0');
    await server.settle();
    assert.equal((await moderator.get('/nodes/overdue/versions/1.0.0')).status, 200);
    server.clock.advance(days(1));
    await server.settle();
    assertRefused(await moderator.get('/nodes/overdue/versions/1.0.0'), 'version_not_found');
  });

  test('200 and 409: a deletion is undone within 30 days, and then never', async () => {
    const undo = (number: string) => move('Active', 'Asked for.', `/admin/nodes/undone/versions/${number}`);
    const erase = (number: string) => ada.owner.delete(`/publishers/ada/nodes/undone/versions/${number}`);
    for (const number of ['1.0.0', '2.0.0']) await publishActive(server, ada, 'Undone', number);
    await erase('2.0.0');
    const address = '/admin/nodes/undone/versions/2.0.0';
    assertRefused(await moderator.put(address, { tags_admin: ['odd'] }), 'illegal_transition');
    assertRefused(await move('Banned', 'Never.', address), 'illegal_transition');
    server.clock.advance(days(30) - minutes(1));
    const { json, status, text } = await undo('2.0.0');
    assert.deepEqual([status, json.status], [200, 'NodeVersionStatusActive'], text);
    assert.equal((await server.anonymous.get('/nodes/undone/install')).json.version, '2.0.0');
    await erase('2.0.0');
    server.clock.advance(days(30) + minutes(1));
    assertRefused(await undo('2.0.0'), 'illegal_transition');
  });

  test('409: transitions that a moderator, or no one, may make', async () => {
    assertRefused(await move('Deleted'), 'illegal_transition');
    assertRefused(await move('Pending'), 'illegal_transition');
    await publishActive(server, ada, 'Banned', '1.0.0');
    const banned = '/admin/nodes/banned/versions/1.0.0';
    await move('Banned', 'Not wanted.', banned);
    assertRefused(await move('Flagged', 'Odd.', banned), 'illegal_transition');
    assert.equal(
      (await moderator.get('/nodes/banned/versions/1.0.0')).json.status,
      'NodeVersionStatusBanned',
    );
  });
});
