import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { minutes } from '../../support/clock.ts';
import { approve, poll, requestCode, sendForm, waitAs } from '../../support/device.ts';
import { fromAddress } from '../../support/from-address.ts';
import { sendMany } from '../../support/send-many.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/device/approve';

suite('approve-device', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const { store } = server.server.context;
  const sessionsOf = (userId: string) =>
    store.read.selectFrom('session').select('id').where('userId', '=', userId).execute();

  test('200: as the browser sends it; no session is left of it, and no cookie is set', async () => {
    const name = uniqueId('ada');
    const { id } = (await (await server.user(name)).get('/users')).json;
    const codes = await requestCode(server);
    const email = `${name.toUpperCase()}@example.org`;
    const page = await sendForm(server, path, { user_code: codes.user_code.toLowerCase(), email, password });
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /<h1>Approved<\/h1>/);
    assert.equal(page.headers.has('set-cookie'), false);
    assert.equal((await sessionsOf(id)).length, 1, 'that of the sign-up');
    const { access_token: token } = (await poll(server, codes)).json;
    assert.equal((await new Client(server.url, token).get('/users')).json.id, id);
  });

  test('401: a wrong password or an unknown address approves nothing', async () => {
    await server.user('eve');
    const codes = await requestCode(server);
    for (const change of [{ password: 'wrong horse' }, { email: 'nobody@example.org' }]) {
      const body = { user_code: codes.user_code, email: 'eve@example.org', password, ...change };
      assertRefused(await anonymous.post(path, body), 'unauthenticated');
    }
    assertRefused(await poll(server, codes), 'authorization_pending');
  });

  test('401: a browser gets the form again, with the code, the address and the fault', async () => {
    const name = uniqueId('typo');
    await server.user(name);
    const codes = await requestCode(server);
    const { user_code } = codes;
    const form = { user_code, email: `${name}@example.org` };
    const page = await sendForm(server, path, { ...form, password: 'wrong horse battery' });
    assert.equal(page.status, 401);
    assert.match(page.text, /id="password"[^>]*aria-describedby="fault"/);
    assert.match(
      page.text,
      /<p class="wrong" id="fault" role="alert">\s*The e-mail address or the password is/,
    );
    assert.match(page.text, new RegExp(`name="user_code" value="${user_code}"`));
    assert.match(page.text, new RegExp(`value="${form.email}"`));
    assert.doesNotMatch(page.text, /wrong horse/);
    assert.equal((await sendForm(server, path, { ...form, password })).status, 200);
    assert.equal((await poll(server, codes)).status, 200);
  });

  test('403: a banned user', async () => {
    const name = uniqueId('banned');
    const { id } = (await (await server.user(name)).get('/users')).json;
    await (await server.moderator()).put(`/admin/users/${id}`, { banned: true, banReason: 'Spam.' });
    const codes = await requestCode(server);
    assertRefused(await approve(server, codes, name), 'forbidden');
    assertRefused(await poll(server, codes), 'authorization_pending');
  });

  test('404: an unknown, expired or used code, and no session is left of the attempt', async () => {
    const name = uniqueId('late');
    const { id } = (await (await server.user(name)).get('/users')).json;
    const [expired, denied, approved] = [
      await requestCode(server),
      await requestCode(server),
      await requestCode(server),
    ];
    await waitAs(server, expired, minutes(10));
    await anonymous.post('/device/deny', { user_code: denied.user_code });
    await approve(server, approved, name);
    for (const codes of [{ user_code: 'BCDF-GHJK' }, expired, denied, approved]) {
      assertRefused(await approve(server, codes, name), 'not_found');
    }
    assert.equal((await sessionsOf(id)).length, 1);
  });

  test('200: of two who approve at once, or approve and deny, one decides', async () => {
    const names = [uniqueId('one'), uniqueId('other')];
    for (const name of names) await server.user(name);
    const both = await requestCode(server);
    const replies = await Promise.all(names.map((name) => approve(server, both, name)));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 404]));
    const { access_token: token } = (await poll(server, both)).json;
    const winner = names[replies.findIndex(({ status }) => status === 200)];
    assert.equal((await new Client(server.url, token).get('/users')).json.name, winner);

    const codes = await requestCode(server);
    const [approved, denied] = await Promise.all([
      approve(server, codes, names[0] ?? ''),
      anonymous.post('/device/deny', { user_code: codes.user_code }),
    ]);
    assert.deepEqual(new Set([approved.status, denied.status]), new Set([200, 404]));
    const polled = await poll(server, codes);
    if (approved.status === 200) assert.equal(polled.status, 200);
    else assertRefused(polled, 'access_denied');
  });

  test('429: guesses at the password of an account, counted with sign-ins', async (t) => {
    const limited = await startServer(t, { RATE_LIMITS: 'on' });
    limited.clock.stop();
    await limited.user('ada');
    const { user_code } = await requestCode(limited);
    const email = 'ada@example.org';
    const guess = (index: number) =>
      limited.anonymous.post(
        index % 2 === 0 ? path : '/auth/sign-in/email',
        { user_code, email, password: `guess number ${index}` },
        fromAddress(1),
      );
    assert.deepEqual(Object.fromEntries(await sendMany(20, guess)), { 401: 10, 429: 10 });
  });
});
