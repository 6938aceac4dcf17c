import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/admin/publishers/ada';

suite('update-publisher-status', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  for (const id of ['Open', 'Gone', 'Banned']) await publishActive(server, ada, id, '1.0.0');
  await ada.owner.delete('/publishers/ada/nodes/gone');
  await moderator.put('/publishers/ada/nodes/banned', { status: 'NodeStatusBanned' });
  const move = (status: string) => moderator.put(path, { status, reason: 'Checked.' });

  test('200: while banned all its nodes read as banned and no write is taken', async () => {
    const reply = await move('PublisherStatusBanned');
    assert.deepEqual([reply.status, reply.json.status], [200, 'PublisherStatusBanned'], reply.text);
    for (const address of [
      '/nodes/open',
      '/nodes/open/install',
      '/packages/ada/open/1.0.0.zip',
      '/nodes/banned',
    ]) {
      assertRefused(await server.anonymous.get(address), 'node_banned', address);
    }
    for (const address of [
      '/publishers/ada',
      '/publishers/ada/nodes/open',
      '/publishers/ada/nodes/open/versions/1.0.0',
    ]) {
      assertRefused(await ada.owner.put(address, {}), 'publisher_banned', address);
    }
    const { changes } = (await moderator.get('/admin/changes?limit=1000&subject=publisher:ada')).json;
    const { before, after: now, reason, request_id } = changes.at(-1);
    assert.deepEqual(
      [before, now, reason, request_id],
      [
        { status: 'PublisherStatusActive' },
        { status: 'PublisherStatusBanned' },
        'Checked.',
        reply.headers.get('x-request-id'),
      ],
    );
  });

  test('200: lifting the ban restores what was there before', async () => {
    assert.equal((await move('PublisherStatusActive')).json.status, 'PublisherStatusActive');
    assert.equal((await server.anonymous.get('/nodes/open/install')).json.version, '1.0.0');
    assert.equal((await server.anonymous.get('/nodes/open')).json.status, 'NodeStatusActive');
    assertRefused(await server.anonymous.get('/nodes/gone'), 'node_not_found');
    assertRefused(await server.anonymous.get('/nodes/banned'), 'node_banned');
    assert.equal((await ada.owner.put('/publishers/ada/nodes/open', { name: 'Open' })).status, 200);
  });

  test('400: no reason, and a status that is none', async () => {
    assertRefused(await moderator.put(path, { status: 'PublisherStatusBanned' }), 'invalid_request');
    assertRefused(await move('PublisherStatusGone'), 'invalid_request');
  });

  test('401, 403 and 404: an anonymous caller, its owner, no such publisher', async () => {
    const body = { status: 'PublisherStatusActive', reason: 'Mine.' };
    assertRefused(await server.anonymous.put(path, body), 'unauthenticated');
    assertRefused(await ada.owner.put(path, body), 'forbidden');
    assertRefused(await moderator.put('/admin/publishers/nobody', body), 'publisher_not_found');
  });
});
