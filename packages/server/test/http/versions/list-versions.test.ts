import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../../support/build.ts';
import { crawl } from '../../support/crawl.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

/** Three Active versions of two nodes, and one without its package. */
const openList = async (test: Parameters<typeof startServer>[0]) => {
  const server = await startServer(test);
  const { anonymous } = server;
  const ada = await makePublisher(server, 'ada');
  const late = await publishPending(ada, 'one', '1.0.0');
  await publishActive(server, ada, 'Two', '1.0.0');
  server.clock.advance(1000);
  await anonymous.upload(late.signedUrl, late.bytes);
  await server.settle();
  await publishActive(server, ada, 'one', '1.1.0');
  await publishPending(ada, 'one', '2.0.0');
  const namesOf = async (query = '') =>
    (await crawl(anonymous, `/versions?limit=2${query}`, 'versions')).map(
      ({ node_id, version }) => `${String(node_id)} ${String(version)}`,
    );
  const moderator = await server.moderator();
  const ban = () =>
    moderator.put('/admin/nodes/one/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Looked at.',
    });
  return { ada, moderator, anonymous, namesOf, ban };
};

suiteOnBoth('list-versions', async () => {
  const { anonymous, namesOf } = await openList({ after });

  test('200: an empty registry', async (t) => {
    const { json } = await (await startServer(t)).anonymous.get('/versions');
    const { versions, limit, page, total, totalPages } = json;
    assert.deepEqual([versions, limit, page, total, totalPages], [[], 10, 1, 0, 0]);
  });

  test('200: the Active versions of all nodes in the order in which their packages came', async () => {
    assert.deepEqual(await namesOf(), ['Two 1.0.0', 'one 1.0.0', 'one 1.1.0']);
    assert.equal((await anonymous.get('/versions')).json.total, 3);
  });

  test('200: of one node, in the states asked for, published after a time', async (t) => {
    const { anonymous, namesOf, ban } = await openList(t);
    assert.deepEqual(await namesOf('&node_id=ONE'), ['one 1.0.0', 'one 1.1.0']);
    assert.deepEqual(await namesOf('&node_id=nothing'), []);
    const [two] = (await anonymous.get('/versions')).json.versions;
    assert.deepEqual(await namesOf(`&timestamp=${two.createdAt}`), ['one 1.1.0']);
    await ban();
    assert.deepEqual(await namesOf('&statuses=NodeVersionStatusBanned'), ['one 1.0.0']);
    assert.deepEqual(await namesOf('&statuses=NodeVersionStatusPending'), [], 'its package never came');
    assert.deepEqual(await namesOf(), ['Two 1.0.0', 'one 1.1.0']);
    assert.equal((await anonymous.get('/versions')).json.total, 2);
  });

  test('200: the reason of a status for moderators alone', async (t) => {
    const { ada, moderator, anonymous, ban } = await openList(t);
    await ban();
    const query = '/versions?statuses=NodeVersionStatusBanned';
    assert.equal((await moderator.get(query)).json.versions[0].status_reason, 'Looked at.');
    assert.equal((await ada.owner.get(query)).json.versions[0].status_reason, undefined);
    assert.equal((await anonymous.get(query)).json.versions[0].status_reason, undefined);
  });

  test('200: for moderators by a part of the reason, in any case of any script', async (t) => {
    const { moderator, anonymous } = await openList(t);
    const status_reason = 'Überprüft: 100 %_sicher';
    const status = 'NodeVersionStatusBanned';
    await moderator.put('/admin/nodes/one/versions/1.0.0', { status, status_reason });
    const found = (text: string, client = moderator) =>
      client.get(`/versions?statuses=${status}&status_reason=${encodeURIComponent(text)}`);
    for (const text of ['Überprüft', 'üBERPRÜFT', '%_SICHER'])
      assert.equal((await found(text)).json.total, 1, text);
    for (const text of ['uber', '1%']) assert.equal((await found(text)).json.total, 0, text);
    assertRefused(await found('Über', anonymous), 'forbidden');
  });

  test('200: none of a node or a publisher that is not listed, and total says so', async (t) => {
    const { ada, moderator, anonymous, namesOf, ban } = await openList(t);
    await ban();
    await ada.owner.delete('/publishers/ada/nodes/two');
    assert.deepEqual(await namesOf(), ['one 1.1.0']);
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assert.deepEqual([await namesOf(), (await anonymous.get('/versions')).json.total], [[], 0]);
    await move('PublisherStatusActive');
    assert.deepEqual([await namesOf(), (await anonymous.get('/versions')).json.total], [['one 1.1.0'], 1]);
  });

  test('400: an unknown state, an invalid time', async () => {
    for (const query of ['statuses=Lost', 'timestamp=now', 'timestamp=2026-02-30T00:00:00Z']) {
      assertRefused(await anonymous.get(`/versions?${query}`), 'invalid_request', query);
    }
  });
});
