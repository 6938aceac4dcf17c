import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { resetPassword } from '../../../src/accounts/moderators.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { minutes, seconds } from '../../support/clock.ts';
import { approve, poll, requestCode, sendForm, waitAs } from '../../support/device.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const newcomer = async (server: Awaited<ReturnType<typeof startServer>>) => {
  const name = uniqueId('ada');
  const client = await server.user(name);
  return { name, client, id: (await client.get('/users')).json.id };
};

suite('redeem-device-code', async () => {
  const server = await startServer({ after });
  const { store } = server.server.context;

  test('200: a session like that of a sign-in, once', async () => {
    const { name, client } = await newcomer(server);
    const codes = await requestCode(server);
    assert.equal((await approve(server, codes, name)).status, 200);
    const reply = await poll(server, codes);
    assert.equal(reply.status, 200, reply.text);
    const { access_token: token, ...rest } = reply.json;
    assert.deepEqual(Object.keys(rest).sort(), ['expires_in', 'token_type']);
    assert.equal(rest.token_type, 'Bearer');
    assert.ok(rest.expires_in > 29 * 24 * 60 * 60);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    const device = new Client(server.url, token);
    assert.deepEqual((await device.get('/users')).json, (await client.get('/users')).json);
    assertRefused(await poll(server, codes), 'invalid_grant');
    assert.equal((await device.post('/auth/sign-out')).status, 200);
    assertRefused(await device.get('/users'), 'unauthenticated');
    assert.equal((await client.get('/users')).status, 200, 'other sessions go on');
  });

  test('200: for a form, as OAuth clients send it', async () => {
    const { name } = await newcomer(server);
    const { device_code, user_code } = await requestCode(server);
    await approve(server, { user_code }, name);
    const reply = await sendForm(server, '/auth/device/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id: 'patchbay',
    });
    assert.equal(reply.status, 200, reply.text);
  });

  test('200: of many polls at once, one gets the session', async () => {
    const { name, id } = await newcomer(server);
    const codes = await requestCode(server);
    await approve(server, codes, name);
    const replies = await Promise.all(Array.from({ length: 8 }, () => poll(server, codes)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    const sessions = await store.read.selectFrom('session').select('id').where('userId', '=', id).execute();
    assert.equal(
      sessions.length,
      2,
      'that of the sign-up and that of the device; none is left of the approval',
    );
  });

  test('400 authorization_pending and slow_down: before the approval, and before the interval is over', async () => {
    const { name } = await newcomer(server);
    const codes = await requestCode(server);
    assertRefused(await poll(server, codes), 'authorization_pending');
    assertRefused(await poll(server, codes), 'slow_down');
    await approve(server, codes, name);
    assertRefused(await poll(server, codes), 'slow_down');
    await waitAs(server, codes, seconds(5));
    assert.equal((await poll(server, codes)).status, 200);
  });

  test('400 access_denied, once; then the code is unknown', async () => {
    const codes = await requestCode(server);
    assert.equal((await server.anonymous.post('/device/deny', { user_code: codes.user_code })).status, 200);
    assertRefused(await poll(server, codes), 'access_denied');
    assertRefused(await poll(server, codes), 'invalid_grant');
  });

  test('400 expired_token, also for one that was approved', async () => {
    const { name } = await newcomer(server);
    const codes = await requestCode(server);
    await approve(server, codes, name);
    await waitAs(server, codes, minutes(10));
    assertRefused(await poll(server, codes), 'expired_token');
    assertRefused(await poll(server, codes), 'invalid_grant');
  });

  test('400 invalid_grant: an unknown code, a user code, or the code of another program', async () => {
    const { name } = await newcomer(server);
    const codes = await requestCode(server);
    await approve(server, codes, name);
    for (const device_code of ['unknown', codes.user_code, `${codes.device_code}x`]) {
      assertRefused(await poll(server, { device_code }), 'invalid_grant');
    }
    assertRefused(await poll(server, codes, { client_id: 'another' }), 'invalid_grant');
    assert.equal((await poll(server, codes)).status, 200, 'none of them used it up');
  });

  test('400 invalid_request: a field is missing, or another grant', async () => {
    const codes = await requestCode(server);
    for (const change of [{ grant_type: 'password' }, { client_id: undefined }, { device_code: undefined }]) {
      assertRefused(await poll(server, codes, change), 'invalid_request');
    }
  });

  test('400 access_denied: the user was banned, or has another password, since the approval', async () => {
    const moderator = await server.moderator();
    const endings = [
      ({ id }: { id: string }) => moderator.put(`/admin/users/${id}`, { banned: true, banReason: 'Spam.' }),
      ({ id }: { id: string }) => resetPassword(store, { actor: 'operator' }, id, 'a staple more correct'),
      ({ client }: { client: Client }) =>
        client.post('/auth/change-password', {
          currentPassword: 'correct horse battery',
          newPassword: 'a staple more correct',
          revokeOtherSessions: true,
        }),
    ];
    for (const end of endings) {
      const ada = await newcomer(server);
      const codes = await requestCode(server);
      assert.equal((await approve(server, codes, ada.name)).status, 200);
      await end(ada);
      const of = () => store.read.selectFrom('session').select('id').where('userId', '=', ada.id).execute();
      const before = (await of()).length;
      assertRefused(await poll(server, codes), 'access_denied');
      assertRefused(await poll(server, codes), 'invalid_grant');
      assert.equal((await of()).length, before, 'no session started');
    }
  });
});
