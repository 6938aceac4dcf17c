import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { poll, requestCode } from '../../support/device.ts';
import { type TestServer, password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';
import { Visitor } from '../../support/visitor.ts';

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

  test('200: with SECOND_FACTOR=everyone, whoever publishes or joins needs one, by a token, too', async (t) => {
    const all = await startServer(t, { SECOND_FACTOR: 'everyone' });
    const flo = await all.user('flo');
    assert.equal((await flo.get(path)).json.required, true);
    assertRefused(await flo.post('/publishers', { id: 'flo', name: 'Flo' }), 'second_factor_required');
    await addAuthenticator(all, flo);
    assert.equal((await flo.post('/publishers', { id: 'flo', name: 'Flo' })).status, 201);
    const made = await flo.post('/publishers/flo/tokens', { name: 'ci' });
    const token = new Client(all.url, made.json.token);
    const member = await all.user('mia');
    const { json } = await flo.post('/publishers/flo/members', { email: 'mia@example.org', role: 'member' });
    const accept = () => member.post(`/users/invitations/${json.id}/accept`);
    assertRefused(await accept(), 'second_factor_required');
    await addAuthenticator(all, member);
    assert.equal((await accept()).status, 200);
    const create = (client: Client, id: string) => client.post('/publishers/flo/nodes', { id });
    assert.equal((await create(member, 'of-member')).status, 201);
    assert.equal((await create(token, 'of-token')).status, 201);
    assert.equal((await member.delete('/users/second-factor/totp')).status, 204);
    assertRefused(await create(member, 'of-member-again'), 'second_factor_required');
    assert.equal((await flo.delete('/users/second-factor/totp')).status, 204);
    const refused = await create(token, 'of-token-again');
    assertRefused(refused, 'second_factor_required');
    assert.match(refused.json.message, /account that made this token/);
  });

  test('200: with PASSKEY, only a passkey is enough for what cannot be undone', async (t) => {
    const keys = await startServer(t, { PASSKEY: 'popular', PUBLIC_URL: namedUrl });
    const gus = await makePublisher(keys, 'gus');
    const { owner } = gus;
    assert.equal((await owner.post('/publishers/gus/nodes', { id: 'popular-node' })).status, 201);
    const make = (client: Client, name: string) => client.post('/publishers/gus/tokens', { name });
    const app = await addAuthenticator(keys, owner);
    assert.equal((await make(owner, 'early')).status, 201);
    assert.equal((await owner.get(path)).json.passkey_required, undefined);
    await makePopular(keys, 'gus');
    assert.equal((await owner.get(path)).json.passkey_required, true);
    const refused = await make(owner, 'by-app');
    assertRefused(refused, 'passkey_required');
    assert.match(refused.json.message, /POST \/auth\/step-up/);
    assert.match(refused.headers.get('www-authenticate') ?? '', /insufficient_user_authentication.*phr/);
    const visitor = new Visitor(keys.url, owner.bearer);
    const onSite = async () =>
      (await visitor.send('/account', { do: 'address', newEmail: 'gus@example.com', password })).html;
    assert.match(await onSite(), /Your account has no passkey/);
    const passkey = await addPasskey(owner);
    const asked = await onSite();
    assert.match(asked, /Go on with a passkey/);
    assert.doesNotMatch(asked, /name="step_up_(code|password)"/);
    assertRefused(await make(owner, 'by-app'), 'passkey_required');
    assertRefused(await owner.post('/users/passkey-options'), 'passkey_required');
    const [code] = app.recoveryCodes;
    assert.equal((await owner.post('/auth/step-up', { code })).status, 200);
    assertRefused(await make(owner, 'by-code'), 'passkey_required');
    const options = (await keys.anonymous.post('/auth/sign-in/passkey/options')).json;
    const stepUp = await owner.post('/auth/step-up', { credential: passkey.prove(options) });
    assert.equal(stepUp.status, 200, stepUp.text);
    assert.equal((await make(owner, 'by-passkey')).status, 201);
    await addPasskey(owner);
    const codes = await requestCode(keys);
    const again = (await keys.anonymous.post('/auth/sign-in/passkey/options')).json;
    const body = { credential: passkey.prove(again), user_code: codes.user_code };
    assert.equal((await keys.anonymous.post('/auth/sign-in/passkey', body)).status, 200);
    const program = new Client(keys.url, (await poll(keys, codes)).json.access_token);
    assertRefused(await make(program, 'by-program'), 'passkey_required');
  });

  test('401 and 403: nobody, and a token', async () => {
    const { token } = await makePublisher(server, 'grace');
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await new Client(server.url, token).get(path), 'forbidden');
  });
});
