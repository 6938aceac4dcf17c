import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { addMember, makePublisher, publication } from '../support/build.ts';
import type { Client } from '../support/client.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const path = '/publishers/ada';

suite('tokens and their makers', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const idOf = async (client: Client): Promise<string> => (await client.get('/users')).json.id;
  /** A token of an owner who is about to lose something. */
  const makeToken = async (name: string) => {
    const maker = await server.user(name);
    const { id: memberId } = await addMember(ada, maker, 'owner');
    const { id, token } = (await maker.post(`${path}/tokens`, { name: 'of a leaver' })).json;
    const headers = { authorization: `Bearer ${token}` };
    const use = () => server.anonymous.get(`${path}/permissions`, headers);
    assert.equal((await use()).status, 200);
    return { id, token, use, maker, memberId };
  };
  type Made = Awaited<ReturnType<typeof makeToken>>;
  /** Makes the one who lost it an owner again. */
  const bringBack = async ({ maker, memberId }: Made): Promise<void> => {
    const { json } = await ada.owner.get(`${path}/members`);
    if (!json.some(({ id }: { id: string }) => id === memberId)) await addMember(ada, maker, 'owner');
    else await ada.owner.put(`${path}/members/${memberId}`, { role: 'owner' });
  };

  const losses: Readonly<Record<string, (made: Made) => Promise<unknown>>> = {
    'is removed': ({ memberId }) => ada.owner.delete(`${path}/members/${memberId}`),
    leaves: ({ maker, memberId }) => maker.delete(`${path}/members/${memberId}`),
    'becomes a member': ({ memberId }) => ada.owner.put(`${path}/members/${memberId}`, { role: 'member' }),
    'is banned': async ({ maker }) =>
      moderator.put(`/admin/users/${await idOf(maker)}`, { banned: true, banReason: 'Checked.' }),
  };
  for (const [index, [loss, lose]] of Object.entries(losses).entries()) {
    test(`the maker of a token ${loss}: it ends with the very next request, for good`, async () => {
      const name = `leaver-${index}`;
      const made = await makeToken(name);
      const userId = await idOf(made.maker);
      await lose(made);
      assertRefused(await made.use(), 'unauthenticated', 'as Bearer');
      const publish = publication(made.token, '1.0.0');
      const reply = await ada.owner.post(`${path}/nodes/my-node/versions`, publish);
      assertRefused(reply, 'invalid_personal_access_token', 'in the body');
      const { json } = await ada.owner.get(`${path}/tokens`);
      assert.equal(
        json.some(({ id }) => id === made.id),
        false,
        'nor is it listed',
      );
      const { changes } = (await moderator.get(`/admin/changes?subject=token:${made.id}`)).json;
      assert.deepEqual(
        changes.map(({ action }) => action),
        ['token.created', 'token.revoked'],
      );
      assert.equal(changes[0].after.maker, userId);
      assert.match(changes[1].reason, /its maker is/);

      await moderator.put(`/admin/users/${userId}`, { banned: false, reason: 'Checked.' });
      await bringBack(made);
      assertRefused(await made.use(), 'unauthenticated', 'a right that comes back brings no token back');
    });
  }

  test('the tokens of another maker, and of the same one elsewhere, stay', async () => {
    const made = await makeToken('mover');
    await made.maker.post('/publishers', { id: 'elsewhere' });
    const elsewhere = (await made.maker.post('/publishers/elsewhere/tokens', { name: 'stays' })).json;
    await ada.owner.delete(`${path}/members/${made.memberId}`);
    for (const token of [elsewhere.token, ada.token]) {
      const headers = { authorization: `Bearer ${token}` };
      assert.equal((await server.anonymous.get(`${path}/permissions`, headers)).status, 200);
    }
  });
});
