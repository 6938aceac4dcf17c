import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publication } from '../support/build.ts';
import type { Reply } from '../support/client.ts';
import { meetAtWrite } from '../support/meet-at-write.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** Refused, with the id that is too similar. */
const assertSimilar = (reply: Reply, taken: string): void => {
  assertRefused(reply, 'id_taken');
  assert.match(reply.json.message, new RegExp(`can be taken for "${taken}"`));
};

suiteOnBoth('similar ids', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');
  const eve = await makePublisher(server, 'eve');
  const create = (id: string, { id: publisher, owner } = eve) =>
    owner.post(`/publishers/${publisher}/nodes`, { id });
  const publish = (id: string, { id: publisher, owner, token } = eve) =>
    owner.post(`/publishers/${publisher}/nodes/${id}/versions`, publication(token, '1.0.0'));

  test('409: a node like that of another publisher, created or published; its own may be alike', async () => {
    assert.equal((await create('Image-Filter', ada)).status, 201);
    for (const id of ['image_filter', 'imagefilter', 'lmage-fi1ter', 'Image.Filter']) {
      assertSimilar(await create(id), 'Image-Filter');
      assertSimilar(await publish(id), 'Image-Filter');
    }
    assertRefused(await create('IMAGE-FILTER'), 'id_taken');
    assert.equal((await publish('image_filter', ada)).status, 201);
    assert.equal((await create('image-filters')).status, 201);
  });

  test('409: without separators, what stood beside them may look like one letter', async () => {
    assert.equal((await create('sampler-nodes', ada)).status, 201);
    for (const id of ['samplernodes', 'sampler_nodes', 'samplemodes', 'Sample-Modes'])
      assertSimilar(await create(id), 'sampler-nodes');
  });

  test('409: of two at once, one has it', async () => {
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([create('both-1', ada), publish('both_l')]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    );
  });

  test('409: like one that belongs to nobody any more; the id itself is never free again', async () => {
    const gone = await makePublisher(server, 'gone-publisher');
    await create('Gone-Node', gone);
    await gone.owner.delete('/publishers/gone-publisher/nodes/gone-node');
    assert.equal((await gone.owner.delete('/publishers/gone-publisher')).status, 204);
    assertSimilar(await create('gone_node'), 'Gone-Node');
    assertRefused(await create('gone-node'), 'id_taken');
    assertRefused(await publish('gone-node'), 'id_taken');
    const taken = await moderator.post('/admin/nodes', { id: 'Gone-Node' });
    assertRefused(taken, 'id_taken', 'not even for a moderator, who can transfer it');
    assertRefused(await eve.owner.post('/publishers', { id: 'gone-publisher' }), 'id_taken');
    assertRefused(await moderator.post('/publishers', { id: 'gone-publisher' }), 'id_taken');
    assertSimilar(await eve.owner.post('/publishers', { id: 'gonepublisher' }), 'gone-publisher');
  });

  test('409: like an unclaimed one, and the unclaimed one itself', async () => {
    await moderator.post('/admin/nodes', { id: 'Orphan-Node' });
    assertSimilar(await create('orphan.node'), 'Orphan-Node');
    assertRefused(await create('orphan-node'), 'id_taken');
    await create('Given-Back', ada);
    await moderator.post('/admin/nodes/given-back/transfer', {
      publisher_id: 'unclaimed_nodes',
      reason: 'Left.',
    });
    assertRefused(await create('given-back', ada), 'id_taken');
    assertSimilar(await create('givenback', ada), 'Given-Back');
  });

  test('409: a letter off a much used node; a moderator may, its own publisher may, and so may another number', async () => {
    for (const id of ['node', 'sampler-x2', 'quiet-one']) assert.equal((await create(id, ada)).status, 201);
    await sql`update nodes set downloads = 1000 where key in ('node', 'sampler-x2')`.execute(
      server.server.context.store.engine.migrator,
    );
    for (const id of ['nod3', 'nodes', 'ndoe', 'nde']) {
      if (id === 'nde') assert.equal((await create(id)).status, 201, 'too short to tell');
      else assertSimilar(await create(id), 'node');
    }
    assertSimilar(await publish('sampler-y2'), 'sampler-x2');
    for (const id of ['sampler-x3', 'sampler-x22', 'quiet-ones']) {
      assert.equal((await create(id)).status, 201, id);
    }
    assert.equal((await create('nodez', ada)).status, 201);
    const renamed = await ada.owner.post(`/publishers/${ada.id}/nodes/sampler-x2/rename`, {
      id: 'other-name',
    });
    assert.equal(renamed.status, 200, renamed.text);
    assertSimilar(await create('sampler-z2'), 'sampler-x2');
    assert.equal((await moderator.post('/admin/nodes', { id: 'nod3' })).status, 201);
  });

  test('409: a publisher like another; the check of an id says so too', async () => {
    assert.equal((await ada.owner.post('/publishers', { id: 'pixel-works' })).status, 201);
    for (const id of ['pixelworks', 'pixe1-works', 'p-i-x-e-l-w0rks', 'pixel-vvorks']) {
      assertSimilar(await eve.owner.post('/publishers', { id }), 'pixel-works');
      const { isAvailable, message } = (await server.anonymous.get(`/publishers/validate?username=${id}`))
        .json;
      assert.equal(isAvailable, false);
      assert.match(message, /can be taken for "pixel-works"/);
    }
  });

  test('201: by a moderator, as an import of a catalogue needs', async () => {
    assert.equal((await ada.owner.post('/publishers', { id: 'voxel-works' })).status, 201);
    assert.equal((await create('Voxel-Filter', ada)).status, 201);
    assert.equal((await moderator.post('/publishers', { id: 'voxelworks' })).status, 201);
    const made = await moderator.post('/publishers/voxelworks/nodes', { id: 'voxelfilter' });
    assert.equal(made.status, 201, made.text);
    assert.equal((await moderator.post('/admin/nodes', { id: 'voxel.filter' })).status, 201);
  });
});
