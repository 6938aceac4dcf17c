import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { makePublisher, publication, uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { hours } from '../../support/clock.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/verify-email';

suite('verify-email', async () => {
  const server = await startServer({ after }, { EMAIL_VERIFICATION: 'required' });
  const { anonymous } = server;
  const signUp = (email: string, word = password) =>
    anonymous.post('/auth/sign-up/email', { name: 'Ada', email, password: word });
  const linkTo = async (email: string): Promise<string> => {
    const mail = (await readOutbox(server, email)).at(-1);
    assert.ok(mail, `no message to ${email}`);
    return secretIn(mail);
  };
  const unverify = (email: string) =>
    server.server.context.store.write({ actor: 'server' }, ({ db }) =>
      db.updateTable('user').set({ emailVerified: 0 }).where('email', '=', email).execute(),
    );

  test('200: a sign-up gets its account by the link and the password, once', async () => {
    const email = `${uniqueId('ada')}@example.org`;
    await signUp(email);
    assertRefused(await anonymous.post('/auth/sign-in/email', { email, password }), 'unauthenticated');
    const token = await linkTo(email);
    assertRefused(await anonymous.post(path, { token }), 'invalid_request');
    assertRefused(await anonymous.post(path, { token, password: 'another password' }), 'unauthenticated');
    const reply = await anonymous.post(path, { token, password });
    assert.deepEqual([reply.status, reply.json.status, reply.json.user?.email], [200, 'created', email]);
    const me = (await new Client(server.url, reply.json.token).get('/users')).json;
    assert.equal(me.isEmailVerified, true);
    assertRefused(await anonymous.post(path, { token, password }), 'invalid_link');
  });

  test('200: of two sign-ups with one address, the owner gets the one whose password they know', async () => {
    const email = `${uniqueId('ada')}@example.org`;
    await signUp(email, 'the password of a stranger');
    const ofStranger = await linkTo(email);
    await signUp(email);
    const token = await linkTo(email);
    assertRefused(await anonymous.post(path, { token: ofStranger, password }), 'unauthenticated');
    assert.equal((await anonymous.post(path, { token, password })).json.status, 'created');
    const stranger = { token: ofStranger, password: 'the password of a stranger' };
    assertRefused(await anonymous.post(path, stranger), 'invalid_link');
  });

  test('403 before it: publishers, tokens, publishes and invitations wait for the address; 200: and not after', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const email = (await ada.owner.get('/users')).json.email;
    await unverify(email);
    assert.equal((await ada.owner.get('/users')).json.isEmailVerified, false);
    const attempts = () =>
      Promise.all([
        ada.owner.post('/publishers', { id: uniqueId('more') }),
        ada.owner.post(`/publishers/${ada.id}/tokens`, { name: 'more' }),
        ada.owner.post(
          `/publishers/${ada.id}/nodes/${uniqueId('node')}/versions`,
          publication(ada.token, '1.0.0'),
        ),
        new Client(server.url, ada.token).post(`/publishers/${ada.id}/nodes`, { id: uniqueId('node') }),
      ]);
    for (const reply of await attempts()) assertRefused(reply, 'email_unverified');
    const host = await makePublisher(server, uniqueId('host'));
    const { id: invitation } = (
      await host.owner.post(`/publishers/${host.id}/members`, { email, role: 'member' })
    ).json;
    const answer = (what: string) => ada.owner.post(`/users/invitations/${invitation}/${what}`);
    for (const what of ['accept', 'decline']) assertRefused(await answer(what), 'email_unverified');
    await anonymous.post('/auth/send-verification-email', { email });
    const token = await linkTo(email);
    assert.deepEqual((await anonymous.post(path, { token })).json, { status: 'verified' });
    assert.deepEqual(
      (await attempts()).map(({ status }) => status),
      [201, 201, 201, 201],
    );
    assert.equal((await answer('accept')).status, 200);
    assertRefused(await anonymous.post(path, { token }), 'invalid_link');
    const { id } = (await ada.owner.get('/users')).json;
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${id}`)).json;
    assert.deepEqual([changes.at(-1)?.actor, changes.at(-1)?.action], [`user:${id}`, 'user.email-verified']);
  });

  test('a new password takes an address back from the account that signed up with it first', async () => {
    const { owner: squatter, id: publisherId } = await makePublisher(server, uniqueId('squatted'));
    const { email } = (await squatter.get('/users')).json;
    const { token: personal } = (await squatter.post(`/publishers/${publisherId}/tokens`, { name: 'x' }))
      .json;
    await addAuthenticator(server, squatter);
    await unverify(email);
    await signUp(email, 'the owner of the address');
    const newPassword = 'the owner of the address';
    const reset = await anonymous.post('/auth/reset-password', { token: await linkTo(email), newPassword });
    assert.equal(reset.status, 200, reset.text);
    const { token, second_factor: isHalf } = (
      await anonymous.post('/auth/sign-in/email', { email, password: newPassword })
    ).json;
    assert.equal(isHalf, undefined, 'the second factor was of the other');
    const owner = new Client(server.url, token);
    assert.equal((await owner.get('/users')).json.isEmailVerified, true);
    assertRefused(await new Client(server.url, personal).get('/tokens/current'), 'unauthenticated');
    const told = (await readOutbox(server, email)).map(({ text }) => text).join();
    assert.match(told, /nothing else signs in to the account any more/);
    const { events } = (await owner.get('/users/audit')).json;
    const kinds = events.map(({ event }: { event: string }) => event);
    assert.ok(kinds.includes('user.factor-removed'), kinds.join());
  });

  test('400: a link that is too old, unknown, or sets a password', async () => {
    const email = `${uniqueId('ada')}@example.org`;
    await signUp(email);
    const token = await linkTo(email);
    server.clock.advance(hours(limits.accountLinkHours));
    assertRefused(await anonymous.post(path, { token, password }), 'invalid_link');
    assertRefused(await anonymous.post(path, { token: 'unknown' }), 'invalid_link');
    const bob = uniqueId('bob');
    await server.user(bob);
    await anonymous.post('/auth/request-password-reset', { email: `${bob}@example.org` });
    assertRefused(await anonymous.post(path, { token: await linkTo(`${bob}@example.org`) }), 'invalid_link');
  });
});
