import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication, publishActive, publishPending } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/nodes/pack/publishing';

suiteOnBoth('update-node-publishing', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'pack', '1.0.0');
  const publish = (version: string) =>
    ada.owner.post('/publishers/ada/nodes/pack/versions', publication(ada.token, version));

  test('200: stored tokens publish no more, and what waits for its package gets none', async () => {
    const waiting = await publishPending(ada, 'pack', '1.1.0');
    const reply = await ada.owner.put(path, { trusted_only: true });
    assert.deepEqual([reply.status, reply.json], [200, { trusted_only: true }]);
    assert.equal((await server.anonymous.get('/nodes/pack')).json.trusted_only, true);
    const refused = await publish('1.2.0');
    assertRefused(refused, 'trusted_publishing_required');
    const dryRun = await ada.owner.post(
      '/publishers/ada/nodes/pack/versions?dry_run=true',
      publication(ada.token, '1.2.0'),
    );
    assert.deepEqual(
      dryRun.json.faults.map(({ error }) => error),
      ['trusted_publishing_required'],
    );
    const uploaded = await server.anonymous.upload(waiting.signedUrl, waiting.bytes);
    assertRefused(uploaded, 'trusted_publishing_required');
    await ada.owner.put('/publishers/ada/nodes/pack', { description: 'Still so.', trusted_only: false });
    assertRefused(await publish('1.2.0'), 'trusted_publishing_required');
  });

  test('200: turned off, stored tokens publish again', async () => {
    const reply = await ada.owner.put(path, { trusted_only: false });
    assert.deepEqual(reply.json, { trusted_only: false });
    assert.equal((await server.anonymous.get('/nodes/pack')).json.trusted_only, undefined);
    assert.equal((await publish('1.2.0')).status, 201);
  });

  test('401, 403 and 404: an anonymous caller, a token, a member, and no node', async () => {
    assertRefused(await server.anonymous.put(path, { trusted_only: true }), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.put(path, { trusted_only: true }, headers), 'forbidden');
    const member = await server.user('member');
    await ada.owner.post('/publishers/ada/members', { email: 'member@example.org', role: 'member' });
    assertRefused(await member.put(path, { trusted_only: false }), 'forbidden');
    assertRefused(
      await ada.owner.put('/publishers/ada/nodes/none/publishing', { trusted_only: true }),
      'node_not_found',
    );
  });
});
