import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publication } from '../../support/build.ts';
import { githubClaims, openIssuer } from '../../support/open-ci-issuer.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/publishers/ada/trusted-publishers';

suite('delete-trusted-publisher', async () => {
  const issuer = await openIssuer({ after }, () => server.clock.now());
  const server = await startServer({ after }, issuer.settings);
  const ada = await makePublisher(server, 'ada');
  const audience = new URL(server.server.context.publicUrl()).origin;
  const make = async (owner = ada.owner): Promise<string> => {
    const reply = await owner.post(path, {
      issuer: 'github',
      repository: githubClaims.repository,
      workflows: ['publish.yml'],
    });
    assert.equal(reply.status, 201, reply.text);
    return reply.json.id;
  };
  const exchange = async () =>
    server.anonymous.post('/trusted-publishing/token', {
      token: await issuer.sign(issuer.urls.github, audience, githubClaims),
      publisher_id: 'ada',
      node_id: 'pack',
    });
  const publish = (token: string) =>
    server.anonymous.post('/publishers/ada/nodes/pack/versions', publication(token, '1.0.0'), {
      authorization: `Bearer ${token}`,
    });

  test('204: the rule accepts no job any more, and what was got by it ends', async () => {
    const id = await make();
    const { token } = (await exchange()).json;
    assert.equal((await ada.owner.delete(`${path}/${id}`)).status, 204);
    assertRefused(await publish(token), 'unauthenticated');
    assertRefused(await exchange(), 'untrusted_identity');
    assertRefused(await ada.owner.delete(`${path}/${id}`), 'not_found');
  });

  test('a rule ends with the ownership of its maker', async () => {
    const bob = await server.user('bob');
    const member = await addMember(ada, bob, 'owner');
    await make(bob);
    const { token } = (await exchange()).json;
    assert.equal((await ada.owner.delete(`/publishers/ada/members/${member.id}`)).status, 204);
    assertRefused(await publish(token), 'unauthenticated');
    assertRefused(await exchange(), 'untrusted_identity');
    assert.deepEqual((await ada.owner.get(path)).json.trusted_publishers, []);
  });

  test('204: by a moderator, with a reason; 401, 403 and 404 for others', async () => {
    const id = await make();
    assertRefused(await server.anonymous.delete(`${path}/${id}`), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).delete(`${path}/${id}`), 'forbidden');
    const eve = await makePublisher(server, 'eve');
    assertRefused(await eve.owner.delete(`/publishers/eve/trusted-publishers/${id}`), 'not_found');
    assertRefused(
      await ada.owner.delete(`/publishers/nobody/trusted-publishers/${id}`),
      'publisher_not_found',
    );
    const moderator = await server.moderator();
    assertRefused(await moderator.delete(`${path}/${id}`), 'invalid_request', 'a moderator says why');
    assert.equal((await moderator.delete(`${path}/${id}?reason=Spam.`)).status, 204);
  });
});
