import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { hours } from '../../support/clock.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('install-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  let named: string;
  let id: string;
  beforeEach(async () => {
    named = uniqueId('My-Node');
    id = named.toLowerCase();
    for (const version of ['1.9.0', '1.10.0', '2.0.0-rc.1']) await publishActive(server, ada, named, version);
  });
  const install = (query = '') => server.anonymous.get(`/nodes/${named.toUpperCase()}/install${query}`);

  test('200: the latest, or the exact version asked for, with its address', async () => {
    const latest = await install();
    assert.equal(latest.status, 200, latest.text);
    assert.equal(latest.json.version, '1.10.0');
    assert.equal(latest.json.node_id, named);
    assert.equal(latest.json.downloadUrl, `${server.url}/packages/ada/${named}/1.10.0.zip`);
    assert.equal((await install('?version=2.0.0-rc.1')).json.version, '2.0.0-rc.1');
    await ada.owner.put(`/publishers/ada/nodes/${id}/versions/1.10.0`, { deprecated: true });
    assert.equal((await install()).json.version, '1.9.0');
    assert.equal((await install('?version=1.10.0')).json.version, '1.10.0', 'a deprecated one is to be had');
  });

  test('200: a version with build metadata, whose "+" a client may send as it is', async () => {
    await publishActive(server, ada, named, '3.0.0+cu128');
    for (const query of ['3.0.0+cu128', '3.0.0%2Bcu128', '3.0.0+rocm', '3.0.0']) {
      assert.equal((await install(`?version=${query}`)).json.version, '3.0.0+cu128', query);
    }
    const host = `/nodes?node_id=${id}&compatible=true&app_version=0.4.0+local`;
    assert.equal((await server.anonymous.get(host)).json.total, 1);
    for (const other of ['3.0.0++cu128', '3.0.0+', '+3.0.0', '3.0.0+cu128+more']) {
      assertRefused(await install(`?version=${other}`), 'version_not_found', other);
    }
  });

  const downloads = async (): Promise<number> => {
    await server.server.context.downloads.flush();
    return (await server.anonymous.get(`/nodes/${id}`)).json.downloads;
  };
  /** How many downloads requests from these addresses count as. */
  const counted = async (
    addresses: readonly string[],
    { query = '', method = 'GET', headers = {} } = {},
  ): Promise<number> => {
    const before = await downloads();
    for (const address of addresses) {
      await server.anonymous.send(method, `/nodes/${named.toUpperCase()}/install${query}`, undefined, {
        ...headers,
        'x-forwarded-for': address,
      });
    }
    return (await downloads()) - before;
  };

  test('200: counts one download for each client, version and day', async () => {
    assert.equal(await counted(['192.0.2.1', '192.0.2.1', '192.0.2.1']), 1);
    assert.equal(await counted(['192.0.2.1']), 0, 'also after it was written');
    assert.equal(
      await counted(['192.0.2.1', '192.0.2.1'], { query: '?version=1.9.0' }),
      1,
      'another version',
    );
    assert.equal(await counted(['192.0.2.2', '192.0.2.3']), 2, 'other clients');
    assert.equal(await counted(['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']), 2, 'networks of IPv6');
    server.clock.advance(hours(24));
    assert.equal(await counted(['192.0.2.1', '192.0.2.1']), 1, 'another day');
  });

  test('200: counts a GET, whether rendered, cached, with a token, or 304', async () => {
    const etag = (await install()).headers.get('etag') ?? '';
    assert.equal(await counted(['192.0.2.11'], { headers: { 'if-none-match': etag } }), 1);
    assert.equal(await counted(['192.0.2.12'], { headers: { authorization: 'Bearer stale' } }), 1);
    await ada.owner.put(`/publishers/ada/nodes/${id}`, { description: 'Rendered anew.' });
    assert.equal(await counted(['192.0.2.13', '192.0.2.14', '192.0.2.13', '192.0.2.14']), 2);
  });

  test('200: counts neither HEAD nor a range, and a refusal counts none', async () => {
    const fresh = ['192.0.2.21'];
    assert.equal(await counted(fresh, { method: 'HEAD' }), 0);
    assert.equal(await counted(fresh, { headers: { range: 'bytes=0-9' } }), 0);
    assert.equal(await counted(fresh, { query: '?version=9.9.9' }), 0);
    assert.equal(await counted(fresh), 1);
  });

  test('200: an address that is none counts as that of the proxy', async () => {
    await counted(['unknown']);
    assert.equal(await counted(['', 'x'.repeat(5_000), '999.0.2.1', '<script>', 'proxy, unknown']), 0);
  });

  test('403: a version that is pending, flagged, banned or deleted, asked for by name', async () => {
    await publishPending(ada, named, '3.0.0');
    assertRefused(await install('?version=3.0.0'), 'version_unavailable');
    for (const status of ['NodeVersionStatusFlagged', 'NodeVersionStatusBanned']) {
      await moderator.put(`/admin/nodes/${id}/versions/1.9.0`, { status, status_reason: 'Not safe.' });
      assertRefused(await install('?version=1.9.0'), 'version_unavailable', status);
    }
    await ada.owner.delete(`/publishers/ada/nodes/${id}/versions/1.10.0`);
    assertRefused(await install('?version=1.10.0'), 'version_unavailable');
    assert.equal((await install()).json.version, '2.0.0-rc.1', 'none of them is the latest');
  });

  test('403: a banned node, and every node of a banned publisher', async () => {
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await install(), 'node_banned');
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusActive' });
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
    const empty = await server.anonymous.get('/nodes/empty/install');
    assertRefused(empty, 'version_not_found');
    assert.match(empty.json.message, /^The node "Empty" has no Active version to install/);
    assert.match(empty.json.message, /GET \/nodes\/Empty\/versions lists/);
  });
});
