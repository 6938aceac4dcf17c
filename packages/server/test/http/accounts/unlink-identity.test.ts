import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addAuthenticator } from '../../support/authenticator.ts';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { ageSession, makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { hours } from '../../support/clock.ts';
import { poll, requestCode } from '../../support/device.ts';
import { signInWith } from '../../support/external-sign-in.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/identities';

suite('unlink-identity', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer(
    { after },
    { ...issuer.settings, OIDC_GROUPS: 'makers=by-groups:member', PUBLIC_URL: namedUrl },
  );
  const signIn = async (): Promise<Client> =>
    new Client(server.url, (await signInWith(issuer, server.anonymous)).json.token);
  const identityOf = async (client: Client): Promise<string> =>
    (await client.get(path)).json.identities[0].id;
  /** A user with a password and an identity. */
  const makeLinked = async (): Promise<Client> => {
    const name = uniqueId('linked');
    const client = await server.user(name);
    issuer.person = { sub: name, groups: ['makers'] };
    await signInWith(issuer, client, { purpose: 'link' });
    return client;
  };

  test('204: it signs in to another account from then on; its sessions and memberships are over', async () => {
    const { owner } = await makePublisher(server, 'by-groups');
    const client = await makeLinked();
    const elsewhere = await signIn();
    const { id } = (await client.get('/users')).json;
    const isMember = async (): Promise<boolean> =>
      (await owner.get('/publishers/by-groups/members')).json.some(
        ({ user }: { user: { id: string } }) => user.id === id,
      );
    assert.equal(await isMember(), true);
    const codes = await requestCode(server);
    await signInWith(issuer, server.anonymous, { purpose: 'device', user_code: codes.user_code });
    const reply = await client.delete(`${path}/${await identityOf(client)}`);
    assert.equal(reply.status, 204, reply.text);
    assert.equal(await isMember(), false);
    const { email } = (await client.get('/users')).json;
    const subjects = (await readOutbox(server, email)).map(({ headers }) => headers['subject']);
    assert.deepEqual(
      subjects.filter((subject) => subject?.includes('identity')),
      ['linked to', 'unlinked from'].map((what) => `An external identity was ${what} your account`),
    );
    assert.equal((await client.get('/users')).status, 200);
    assertRefused(await elsewhere.get('/users'), 'unauthenticated');
    assertRefused(await poll(server, codes), 'access_denied', 'an approved device gets no session');
    assert.notEqual((await (await signIn()).get('/users')).json.id, id);
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${id}`)).json;
    assert.ok(changes.some(({ action }: { action: string }) => action === 'user.identity-unlinked'));
  });

  test('204: a sign-in with it that lacks the second factor ends, too', async () => {
    const client = await makeLinked();
    const app = await addAuthenticator(server, client);
    const { token } = (await signInWith(issuer, server.anonymous)).json;
    const reply = await client.delete(`${path}/${await identityOf(client)}`);
    assert.equal(reply.status, 204, reply.text);
    const completed = await server.anonymous.post('/auth/sign-in/second-factor', { token, code: app.next() });
    assertRefused(completed, 'unauthenticated');
  });

  test('401: a session that is not recent', async () => {
    const client = await makeLinked();
    await makeStale(server, client);
    assertRefused(await client.delete(`${path}/${await identityOf(client)}`), 'recent_sign_in_required');
    // As one is dated that began before the clock was set back.
    await ageSession(server, client, { signedInAgo: -hours(1) });
    assertRefused(await client.delete(`${path}/${await identityOf(client)}`), 'recent_sign_in_required');
  });

  test('404: an unknown identity, and one of another account', async () => {
    const [one, other] = [await makeLinked(), await makeLinked()];
    for (const id of [randomUUID(), await identityOf(other)]) {
      assertRefused(await one.delete(`${path}/${id}`), 'not_found');
    }
    assert.equal((await other.get(path)).json.identities.length, 1);
  });

  test('409: the only way to sign in, which may be a passkey instead', async () => {
    issuer.person = { sub: uniqueId('only') };
    const client = await signIn();
    assertRefused(await client.delete(`${path}/${await identityOf(client)}`), 'illegal_transition');
    assert.equal((await (await signIn()).get('/users')).json.id, (await client.get('/users')).json.id);
    await addPasskey(client);
    assert.equal((await client.delete(`${path}/${await identityOf(client)}`)).status, 204);
    const [{ id }] = (await client.get('/users/passkeys')).json.passkeys;
    assertRefused(await client.delete(`/users/passkeys/${id}`), 'illegal_transition');
    assert.equal((await client.get('/users/passkeys')).json.passkeys.length, 1);
  });
});
