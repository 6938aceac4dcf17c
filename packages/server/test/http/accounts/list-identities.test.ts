import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { signInWith } from '../../support/external-sign-in.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/identities';

suite('list-identities', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer({ after }, issuer.settings);

  test('200: those of the caller, and whether a password signs in, too', async () => {
    const ada = await server.user('ada');
    assert.deepEqual((await ada.get(path)).json, { identities: [], has_password: true });
    issuer.person = { sub: 'ada' };
    await signInWith(issuer, ada, { purpose: 'link' });
    const { identities, has_password } = (await ada.get(path)).json;
    const [{ id, created_at, last_used_at, ...identity }, ...others] = identities;
    assert.deepEqual(
      [identity, others, has_password],
      [{ issuer: issuer.url, subject: 'ada', is_usable: true }, [], true],
    );
    assert.match(id, /^[\da-f-]{36}$/);
    for (const time of [created_at, last_used_at])
      assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);

    issuer.person = { sub: 'bob' };
    const { token } = (await signInWith(issuer, server.anonymous)).json;
    const bob = (await new Client(server.url, token).get(path)).json;
    assert.equal(bob.has_password, false);
    assert.deepEqual(
      bob.identities.map(({ subject }: { subject: string }) => subject),
      ['bob'],
    );
  });

  test('401: nobody', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
  });
});
