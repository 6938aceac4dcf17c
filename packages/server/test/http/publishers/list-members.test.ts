import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/members';

suiteOnBoth('list-members', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const member = await server.user('member');
  await addMember(ada, member);

  test('200: in the order they came, with their addresses', async () => {
    for (const client of [ada.owner, member, await server.moderator()]) {
      const { json } = await client.get(path);
      assert.deepEqual(
        json.map(({ role, user }: { role: string; user: { email: string } }) => [role, user.email]),
        [
          ['owner', 'owner-of-ada@example.org'],
          ['member', 'member@example.org'],
        ],
      );
    }
  });

  test('401, 403 and 404: an anonymous caller, a caller who is not a member, an unknown publisher', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).get(path), 'forbidden');
    assertRefused(await ada.owner.get('/publishers/nobody/members'), 'publisher_not_found');
  });
});
