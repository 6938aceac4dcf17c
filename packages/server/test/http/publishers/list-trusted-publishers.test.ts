import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/publishers/ada/trusted-publishers';

suite('list-trusted-publishers', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const make = (repository: string) =>
    ada.owner.post(path, { issuer: 'github', repository, workflows: ['publish.yml'] });

  test('200: the rules in their order, by page, for owners and moderators', async () => {
    for (const repository of ['a/one', 'a/two', 'a/three'])
      assert.equal((await make(repository)).status, 201);
    const { trusted_publishers: rules, total } = (await ada.owner.get(`${path}?limit=2&page=2`)).json;
    assert.deepEqual([rules.map(({ repository }) => repository), total], [['a/three'], 3]);
    assert.equal((await (await server.moderator()).get(path)).status, 200);
  });

  test('401, 403 and 404: an anonymous caller, a stranger, and no publisher', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).get(path), 'forbidden');
    assertRefused(await ada.owner.get('/publishers/nobody/trusted-publishers'), 'publisher_not_found');
  });
});
