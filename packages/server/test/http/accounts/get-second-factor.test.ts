import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { type TestServer, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/second-factor';

const makePopular = (server: TestServer, publisherId: string): Promise<unknown> =>
  server.server.context.store.write({ actor: 'server' }, ({ db }) =>
    db
      .updateTable('nodes')
      .set({ downloads: limits.popularDownloadsMin })
      .where('publisher_id', '=', publisherId)
      .execute(),
  );

suite('get-second-factor', async () => {
  const server = await startServer({ after });

  test('200: nothing; it is needed by the owners of a publisher with a popular node, and by no member', async () => {
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'popular-node', '1.0.0');
    const bob = await server.user('bob');
    await ada.owner.post('/publishers/ada/members', { email: 'bob@example.org', role: 'member' });
    assert.deepEqual((await ada.owner.get(path)).json, { recovery_codes_left: 0, required: false });
    await makePopular(server, 'ada');
    assert.equal((await ada.owner.get(path)).json.required, true);
    assert.equal((await bob.get(path)).json.required, false);
    const make = () => ada.owner.post('/publishers/ada/tokens', { name: 'ci' });
    const refused = await make();
    assertRefused(refused, 'second_factor_required');
    assert.match(refused.json.message, /a passkey or an authenticator app/);
    assert.equal((await ada.owner.put('/publishers/ada', { name: 'Ada' })).status, 200);
    await addAuthenticator(server, ada.owner);
    assert.equal((await make()).status, 201);
  });

  test('200: with SECOND_FACTOR, all owners and moderators need one, or nobody', async (t) => {
    const all = await startServer(t, { SECOND_FACTOR: 'required' });
    const eve = await all.user('eve');
    assert.equal((await eve.get(path)).json.required, false);
    await eve.post('/publishers', { id: 'eve', name: 'Eve' });
    assertRefused(await eve.post('/publishers/eve/tokens', { name: 'ci' }), 'second_factor_required');
    assertRefused(await (await all.moderator()).post('/admin/generate-token'), 'second_factor_required');
    const nobody = await startServer(t, { SECOND_FACTOR: 'off' });
    const dora = await makePublisher(nobody, 'dora');
    await publishActive(nobody, dora, 'popular-node', '1.0.0');
    await makePopular(nobody, 'dora');
    assert.equal((await dora.owner.post('/publishers/dora/tokens', { name: 'ci' })).status, 201);
  });

  test('401 and 403: nobody, and a token', async () => {
    const { token } = await makePublisher(server, 'grace');
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await new Client(server.url, token).get(path), 'forbidden');
  });
});
