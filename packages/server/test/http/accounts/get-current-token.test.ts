import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { days } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/tokens/current';

suite('get-current-token', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const make = async (terms: object) => (await ada.owner.post('/publishers/ada/tokens', terms)).json;
  const get = (token: string) => server.anonymous.get(path, { authorization: `Bearer ${token}` });

  test('200: the token as the owner made it, masked, and its publisher', async () => {
    const made = await make({ name: 'ci', description: 'For CI', actions: ['publish'], nodes: ['blur'] });
    const { publisher, lastUsedAt, ...token } = (await get(made.token)).json;
    assert.deepEqual(publisher, { id: 'ada', name: 'Publisher ada' });
    assert.deepEqual(token, { ...made, token: `pbp_…${made.token.slice(-4)}` });
    assert.equal(token.maker.name, 'owner-of-ada');
    assert.match(lastUsedAt, /^\d{4}-.*Z$/);
  });

  test('200: one that never expires has no time, and a banned publisher still has its name', async () => {
    const { token } = await makePublisher(server, 'eve');
    const moderator = await server.moderator();
    assert.equal((await moderator.post('/publishers/eve/ban', { reason: 'Spam.' })).status, 204);
    const { json } = await get(token);
    assert.deepEqual([json.publisher.id, json.expiresAt], ['eve', undefined]);
  });

  test('401: nobody, and a token that was revoked or has expired', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    const revoked = await make({ name: 'revoked' });
    await ada.owner.delete(`/publishers/ada/tokens/${revoked.id}`);
    assertRefused(await get(revoked.token), 'unauthenticated');
    const expired = await make({ name: 'expired' });
    server.clock.advance(days(91));
    assertRefused(await get(expired.token), 'unauthenticated');
  });

  test('403: an account', async () => {
    assertRefused(await ada.owner.get(path), 'forbidden');
  });
});
