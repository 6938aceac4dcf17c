import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/permissions';

suiteOnBoth('get-publisher-permissions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('200: only owners may edit', async () => {
    const member = await server.user('member');
    await addMember(ada, member);
    for (const [caller, canEdit] of [
      [ada.owner, true],
      [await server.moderator(), false],
      [member, false],
      [await server.user('stranger'), false],
    ] as const) {
      assert.deepEqual((await caller.get(path)).json, { canEdit });
    }
  });

  test('401 and 404: an anonymous caller, and no such publisher', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await ada.owner.get('/publishers/nobody/permissions'), 'publisher_not_found');
  });
});
