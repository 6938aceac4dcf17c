import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('install-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1'])
    await publishActive(server, ada, 'My-Node', version);
  const install = (query = '') => server.anonymous.get(`/nodes/MY-node/install${query}`);

  test('200: the latest, or the exact version asked for, with its address', async () => {
    const latest = await install();
    assert.equal(latest.status, 200, latest.text);
    assert.equal(latest.json.version, '1.10.0');
    assert.equal(latest.json.node_id, 'My-Node');
    assert.equal(latest.json.downloadUrl, `${server.url}/packages/ada/My-Node/1.10.0.zip`);
    assert.equal((await install('?version=2.0.0-rc.1')).json.version, '2.0.0-rc.1');
    await ada.owner.put('/publishers/ada/nodes/my-node/versions/1.10.0', { deprecated: true });
    assert.equal((await install()).json.version, '1.9.0');
    assert.equal((await install('?version=1.10.0')).json.version, '1.10.0', 'a deprecated one is to be had');
  });

  test('200: counts one download, a refusal counts none', async () => {
    const downloads = async () => {
      await server.server.context.downloads.flush();
      return (await server.anonymous.get('/nodes/my-node')).json.downloads;
    };
    const before = await downloads();
    await install();
    await install('?version=1.9.0');
    await install('?version=9.9.9');
    assert.equal(await downloads(), before + 2);
  });

  test('403: a version that is pending, flagged, banned or deleted, asked for by name', async () => {
    await publishPending(ada, 'My-Node', '3.0.0');
    assertRefused(await install('?version=3.0.0'), 'version_unavailable');
    for (const status of ['NodeVersionStatusFlagged', 'NodeVersionStatusBanned']) {
      await moderator.put('/admin/nodes/my-node/versions/1.9.0', { status, status_reason: 'Not safe.' });
      assertRefused(await install('?version=1.9.0'), 'version_unavailable', status);
    }
    await ada.owner.delete('/publishers/ada/nodes/my-node/versions/1.10.0');
    assertRefused(await install('?version=1.10.0'), 'version_unavailable');
    assert.equal((await install()).json.version, '2.0.0-rc.1', 'none of them is the latest');
  });

  test('403: a banned node, and every node of a banned publisher', async () => {
    await moderator.put('/publishers/ada/nodes/my-node', { status: 'NodeStatusBanned' });
    assertRefused(await install(), 'node_banned');
    await moderator.put('/publishers/ada/nodes/my-node', { status: 'NodeStatusActive' });
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await install('?version=2.0.0-rc.1'), 'node_banned');
    await move('PublisherStatusActive');
    assert.equal((await install()).status, 200);
  });

  test('404: no such node, no such version, no version at all', async () => {
    assertRefused(await server.anonymous.get('/nodes/none/install'), 'node_not_found');
    assertRefused(await install('?version=nightly'), 'version_not_found');
    await publishPending(ada, 'Empty', '1.0.0');
    assertRefused(await server.anonymous.get('/nodes/empty/install'), 'version_not_found');
  });
});
