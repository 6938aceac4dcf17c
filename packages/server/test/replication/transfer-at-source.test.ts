import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { minutes } from '../support/clock.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('a node that its upstream gives to another publisher', () => {
  test('stays banned if its publisher is banned here, until a moderator here lifts that', async (t) => {
    const upstream = await startServer(t);
    const bad = await makePublisher(upstream, 'bad');
    await makePublisher(upstream, 'other');
    await publishActive(upstream, bad, 'some-node', '1.0.0');
    const local = await startServer(t, { UPSTREAM: upstream.url });
    await local.settle();
    const [theirs, ours] = [await upstream.moderator(), await local.moderator()];
    const sync = async (): Promise<void> => {
      local.clock.advance(minutes(2));
      await local.settle();
    };
    const status = async () => (await local.anonymous.get('/nodes/some-node')).status;

    const banned = await ours.post('/publishers/bad/ban', { reason: 'Malicious.' });
    assert.ok(banned.status < 300, banned.text);
    assert.equal(await status(), 403);
    const given = await theirs.post('/admin/nodes/some-node/transfer', {
      publisher_id: 'other',
      reason: 'Asked for.',
    });
    assert.equal(given.status, 200, given.text);
    await sync();
    assert.equal((await ours.get('/nodes/some-node')).json.error, 'node_banned');
    const written = await theirs.put('/publishers/other/nodes/some-node', { description: 'Changed.' });
    assert.equal(written.status, 200, written.text);
    await sync();
    assert.equal(await status(), 403);

    const lifted = await ours.put('/admin/nodes/some-node', {
      status: 'NodeStatusActive',
      reason: 'It was checked.',
    });
    assert.equal(lifted.status, 200, lifted.text);
    await sync();
    const { json } = await local.anonymous.get('/nodes/some-node');
    assert.deepEqual([json.publisher?.id, json.description], ['other', 'Changed.']);
  });
});
