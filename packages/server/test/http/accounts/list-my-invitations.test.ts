import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { lapseAddress } from '../../../src/lifecycle/user.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/users/invitations';

suiteOnBoth('list-my-invitations', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const invite = (email: string) => ada.owner.post('/publishers/ada/members', { email, role: 'owner' });

  test('200: those to the own address, also from before the account', async () => {
    await invite('Bob@example.org');
    await invite('somebody-else@example.org');
    const bob = await server.user('bob');
    const { invitations, total } = (await bob.get(path)).json;
    assert.deepEqual(
      invitations.map(({ publisher_id: id, role }: { publisher_id: string; role: string }) => [id, role]),
      [['ada', 'owner']],
    );
    assert.equal(total, 1);
    await ada.owner.delete('/publishers/ada');
    assert.equal((await bob.get(path)).json.total, 0, 'of a deleted publisher');
  });

  test('403: to an address that nobody proved, where that is asked; the export has none either', async (t) => {
    const asking = await startServer(t, { EMAIL_VERIFICATION: 'required' });
    const { id, owner } = await makePublisher(asking, 'asking');
    const eve = await asking.user('eve');
    await owner.post(`/publishers/${id}/members`, { email: 'eve@example.org', role: 'owner' });
    const counts = async () => (await eve.get('/users/export')).json.invitations.length;
    assert.deepEqual([(await eve.get(path)).json.total, await counts()], [1, 1]);
    const user = await eve.get('/users');
    await asking.server.context.store.write({ actor: 'server' }, (tx) => lapseAddress(tx, user.json));
    assertRefused(await eve.get(path), 'email_unverified');
    assert.equal(await counts(), 0);
  });

  test('401 and 403: an anonymous caller, and a token, which is not a user', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    const { token } = await makePublisher(server, 'token');
    assertRefused(await server.anonymous.get(path, { authorization: `Bearer ${token}` }), 'forbidden');
  });
});
