import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { minutes } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/tokens';

suiteOnBoth('list-tokens', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const list = async () => (await ada.owner.get(path)).json;

  test('200: newest first, masked, without those revoked', async () => {
    const made = (await ada.owner.post(path, { name: 'new', actions: ['edit'] })).json;
    const revoked = (await ada.owner.post(path, { name: 'revoked' })).json;
    await ada.owner.delete(`${path}/${revoked.id}`);
    const tokens = await list();
    assert.deepEqual(
      tokens.map(({ name }) => name),
      ['new', 'all'],
    );
    assert.equal(tokens[0].maker.name, 'owner-of-ada');
    const { json } = await (await server.moderator()).get(path);
    assert.deepEqual(json, tokens, 'a moderator sees the same');
    assert.deepEqual(tokens[0], { ...made, token: `pbp_…${made.token.slice(-4)}` });
  });

  test('200: says when a token was last used, to the minute', async () => {
    const lastUsedAt = async () => (await list()).find(({ name }) => name === 'all').lastUsedAt;
    const use = () =>
      server.anonymous.get('/publishers/ada/permissions', { authorization: `Bearer ${ada.token}` });
    assert.equal(await lastUsedAt(), undefined);
    await use();
    const first = await lastUsedAt();
    assert.match(first, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await use();
    assert.equal(await lastUsedAt(), first, 'a use soon after is not noted');
    server.clock.advance(minutes(1));
    await use();
    assert.ok((await lastUsedAt()) > first);
  });

  test('401, 403 and 404: an anonymous caller, a caller who is not an owner, an unknown publisher', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    const member = await server.user('member');
    await addMember(ada, member);
    assertRefused(await member.get(path), 'forbidden');
    assertRefused(await ada.owner.get('/publishers/nobody/tokens'), 'publisher_not_found');
  });
});
