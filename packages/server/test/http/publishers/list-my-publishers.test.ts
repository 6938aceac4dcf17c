import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-my-publishers', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('200: those the caller is a member of, with all members, with and without the last slash', async () => {
    const member = await server.user('member');
    assert.deepEqual((await member.get('/users/publishers/')).json, []);
    await makePublisher(server, 'bob');
    await addMember(ada, member);
    for (const path of ['/users/publishers/', '/users/publishers']) {
      const { json } = await member.get(path);
      const { totals: _totals, ...publisher } = (await member.get('/publishers/ada')).json;
      assert.deepEqual(json, [publisher]);
    }
  });

  test('401 and 403: an anonymous caller, and a token, which is not a user', async () => {
    assertRefused(await server.anonymous.get('/users/publishers/'), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.get('/users/publishers/', headers), 'forbidden');
  });
});
