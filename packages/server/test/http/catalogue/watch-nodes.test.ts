import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('watch-nodes', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');
  const watch = async (nodes: object[], more: object = {}) => {
    const reply = await server.anonymous.post('/catalogue/watch', { nodes, ...more });
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  const concernsOf = ({ nodes }: Awaited<ReturnType<typeof watch>>) =>
    nodes.map(({ node_id, concerns }) => [node_id, ...concerns].join(' '));
  /** A function from what is done to what it concerns of these nodes, each time since the time before. */
  const follow = async (nodes: object[]) => {
    let { next: since } = await watch(nodes);
    return async (act: Promise<{ status: number; text: string }>) => {
      const { status, text } = await act;
      assert.ok(status < 300, text);
      const found = await watch(nodes, { since });
      since = found.next;
      return concernsOf(found);
    };
  };

  test('200: without a position, all that concerns the host now, in the order of the request', async () => {
    const [fine, old, gone] = [uniqueId('node'), uniqueId('node'), uniqueId('node')];
    for (const id of [fine, old, gone]) await publishActive(server, ada, id, '1.0.0');
    await publishActive(server, ada, old, '1.10.0');
    await ada.owner.put(`/publishers/ada/nodes/${old}/versions/1.0.0`, {
      deprecated: true,
      deprecation_message: 'It is slow.',
    });
    await moderator.post(`/publishers/ada/nodes/${gone}/ban`, { reason: 'Checked.' });
    const found = await watch([
      { node_id: 'never-there', version: '1.0.0' },
      { node_id: gone, version: '1.0.0' },
      { node_id: fine.toUpperCase(), version: '1.0.0' },
      { node_id: old, version: '1.0.0' },
      { node_id: fine, version: '0.5.0' },
      { node_id: fine },
      { node_id: '\u0000', version: '\ud800' },
    ]);
    assert.deepEqual(concernsOf(found), [
      'never-there node_unknown',
      `${gone} node_banned`,
      `${old} version_deprecated newer_version`,
      `${fine} version_unknown newer_version`,
      '\u0000 node_unknown',
    ]);
    assert.deepEqual(
      [found.nodes[2]?.deprecation_message, found.nodes[2]?.latest_version],
      ['It is slow.', '1.10.0'],
    );
    assert.equal(found.next.split('.')[0], String(found.last_seq));
  });

  test('200: with a position, only what happened since and concerns the installed version or a higher one', async () => {
    const [id, other] = [uniqueId('node'), uniqueId('node')];
    await publishActive(server, ada, id, '1.0.0');
    await publishActive(server, ada, other, '1.0.0');
    const { versionId } = await publishActive(server, ada, id, '2.0.0');
    const nodes = [{ node_id: id, version: '2.0.0' }];
    const after = await follow(nodes);
    const address = `/publishers/ada/nodes/${id}`;
    assert.deepEqual(await after(ada.owner.put(address, { description: 'New.' })), []);
    assert.deepEqual(await after(ada.owner.put(`${address}/versions/1.0.0`, { deprecated: true })), []);
    assert.deepEqual(
      await after(moderator.post(`/publishers/ada/nodes/${other}/ban`, { reason: 'Checked.' })),
      [],
    );
    const moderate = (status: string) =>
      moderator.put(`/admin/nodes/${id}/versions/${versionId}`, {
        status: `NodeVersionStatus${status}`,
        status_reason: 'Checked.',
      });
    assert.deepEqual(await after(moderate('Flagged')), [`${id} version_flagged`]);
    assert.deepEqual(await after(moderate('Banned')), [`${id} version_banned`]);
    assert.deepEqual(await after(moderate('Active')), [id], 'the ban is over');
    assert.deepEqual(await after(moderator.post(`${address}/ban`, { reason: 'Checked.' })), [
      `${id} node_banned`,
    ]);
    assert.deepEqual(await after(moderator.put(address, { status: 'NodeStatusActive' })), [id]);
    const publisher = (status: string) =>
      moderator.put('/admin/publishers/ada', { status: `PublisherStatus${status}`, reason: 'Checked.' });
    assert.deepEqual(await after(publisher('Banned')), [`${id} node_banned`]);
    assert.deepEqual(await after(publisher('Active')), [id]);
    assert.deepEqual(await after(ada.owner.delete(address)), [`${id} node_deleted`]);
  });

  test('200: a node that is banned or not by its new publisher, and one that was unknown until now', async () => {
    const bad = await makePublisher(server, 'bad');
    const [id, created, renamed] = [uniqueId('moved'), uniqueId('created'), uniqueId('renamed')];
    await publishActive(server, ada, id, '1.0.0');
    const reason = 'Checked.';
    await moderator.put('/admin/publishers/bad', { status: 'PublisherStatusBanned', reason });
    const nodes = [id, created, renamed].map((node_id) => ({ node_id, version: '1.0.0' }));
    const after = await follow(nodes);
    const give = (publisher_id: string) =>
      moderator.post(`/admin/nodes/${id}/transfer`, { publisher_id, reason });
    assert.deepEqual(await after(give(bad.id)), [`${id} node_banned`]);
    assert.deepEqual(await after(give(ada.id)), [id]);
    const create = ada.owner.post('/publishers/ada/nodes', { id: created });
    assert.deepEqual(await after(create), [`${created} version_unknown`]);
    const rename = ada.owner.post(`/publishers/ada/nodes/${created}/rename`, { id: renamed });
    assert.deepEqual(await after(rename), [`${created} version_unknown`, `${renamed} version_unknown`]);
  });

  test('200: a request that waits is answered by what concerns it and by nothing else', async () => {
    const [id, other] = [uniqueId('node'), uniqueId('node')];
    for (const one of [id, other]) await publishActive(server, ada, one, '1.0.0');
    const nodes = [{ node_id: id, version: '1.0.0' }];
    const { next: since } = await watch(nodes);
    const waiting = watch(nodes, { since, wait: 20 });
    await publishActive(server, ada, other, '2.0.0');
    await publishActive(server, ada, id, '2.0.0');
    assert.deepEqual(concernsOf(await waiting), [`${id} newer_version`]);
    assert.deepEqual((await watch(nodes, { since: (await watch(nodes)).next, wait: 1 })).nodes, []);
  });

  test('200: all that concerns the host for a position of another log', async () => {
    const nodes = [{ node_id: 'never-there' }];
    for (const since of ['1.AAAAAAAA', '9999999']) {
      assert.deepEqual(concernsOf(await watch(nodes, { since, wait: 9 })), ['never-there node_unknown']);
    }
  });

  test('400: too many nodes, no list of them, and a position that is none', async () => {
    const bodies = [
      {},
      { nodes: Array.from({ length: 1_001 }, () => ({ node_id: 'x' })) },
      { nodes: [], wait: 31 },
      { nodes: [], since: 'soon' },
    ];
    for (const body of bodies) {
      assertRefused(await server.anonymous.post('/catalogue/watch', body), 'invalid_request');
    }
  });
});
