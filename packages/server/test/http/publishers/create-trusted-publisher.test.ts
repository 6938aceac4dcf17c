import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/trusted-publishers';
const rule = {
  issuer: 'github',
  node_id: 'Not-Yet',
  repository: 'octo-org/octo-repo',
  workflows: ['publish.yml', '.github/workflows/release.yml'],
  environment: 'release',
};

suiteOnBoth('create-trusted-publisher', async () => {
  const server = await startServer({ after }, { TRUSTED_ISSUERS: 'github,gitlab,https://ci.example.org' });
  const ada = await makePublisher(server, 'ada');

  test('201: a rule for a node that does not exist yet', async () => {
    const reply = await ada.owner.post(path, rule);
    assert.equal(reply.status, 201, reply.text);
    const { id, created_at, maker, ...shown } = reply.json;
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.match(created_at, /Z$/);
    assert.equal(maker.name, 'owner-of-ada');
    assert.deepEqual(shown, {
      ...rule,
      issuer: 'https://token.actions.githubusercontent.com',
      kind: 'github',
      node_id: 'not-yet',
      workflows: ['publish.yml', 'release.yml'],
      is_pending: true,
    });
    const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
    assert.equal(changes[0]?.action, 'trusted-publisher.created');
    await ada.owner.post('/publishers/ada/nodes', { id: 'Not-Yet' });
    const [listed] = (await ada.owner.get(path)).json.trusted_publishers;
    assert.deepEqual([listed?.node_id, listed?.is_pending], ['Not-Yet', false]);
  });

  test('201: by the address of an issuer, with the claims that its tokens must have', async () => {
    const claims = { repository: 'acme/pack', stage: 'release' };
    const reply = await ada.owner.post(path, { issuer: 'https://ci.example.org', claims });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual([reply.json.kind, reply.json.claims], ['other', claims]);
  });

  test('400: what no token of the issuer could match', async () => {
    const faults: [object, string][] = [
      [{ ...rule, issuer: 'https://stranger.example.org' }, '/issuer'],
      [{ ...rule, repository: undefined }, '/repository'],
      [{ ...rule, repository: 'no-owner' }, '/repository'],
      [{ ...rule, workflows: undefined }, '/workflows'],
      [{ ...rule, workflows: ['publish'] }, '/workflows/0'],
      [{ ...rule, workflows: ['a.yml@refs/heads/main'] }, '/workflows/0'],
      [{ ...rule, repository_id: 'octo' }, '/repository_id'],
      [{ ...rule, claims: { sub: 'x' } }, '/claims'],
      [{ issuer: 'https://ci.example.org' }, '/claims'],
      [{ issuer: 'https://ci.example.org', claims: { aud: 'x' } }, '/claims/aud'],
      [{ issuer: 'https://ci.example.org', claims: { sub: 'x' }, repository: 'a/b' }, '/repository'],
    ];
    for (const [body, fault] of faults) {
      const reply = await ada.owner.post(path, body);
      assertRefused(reply, 'invalid_request', JSON.stringify(body));
      assert.equal(reply.json.details[0].path, fault);
    }
    assertRefused(await ada.owner.post(path, { ...rule, node_id: 'search' }), 'invalid_id');
  });

  test('401 and 403: an anonymous caller, a member, a token and a moderator, who is no owner', async () => {
    assertRefused(await server.anonymous.post(path, rule), 'unauthenticated');
    const member = await server.user('member');
    await ada.owner.post('/publishers/ada/members', { email: 'member@example.org', role: 'member' });
    assertRefused(await member.post(path, rule), 'forbidden');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(path, rule, headers), 'forbidden');
    assertRefused(await (await server.moderator()).post(path, rule), 'forbidden');
  });

  test('403: one more than the quota', async () => {
    const moderator = await server.moderator();
    const { owner } = await makePublisher(server, 'full');
    await moderator.put('/admin/publishers/full/quotas', { trusted_publishers: 0, reason: 'Asked for.' });
    const another = { ...rule, node_id: 'another' };
    assertRefused(await owner.post('/publishers/full/trusted-publishers', another), 'quota_exceeded');
  });

  test('409: the same rule again, and a node of another publisher', async () => {
    assertRefused(
      await ada.owner.post(path, { ...rule, workflows: ['release.yml', 'publish.yml'] }),
      'id_taken',
    );
    const eve = await makePublisher(server, 'eve');
    assertRefused(await eve.owner.post('/publishers/eve/trusted-publishers', rule), 'id_taken');
  });
});
