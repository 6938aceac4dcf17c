import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { signInWith } from '../../support/external-sign-in.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('memberships by the groups of the external provider', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer(
    { after },
    {
      ...issuer.settings,
      OIDC_GROUPS:
        'makers=made-by-groups:member, heads=made-by-groups:owner, crew=changed-by-hand:member, captains=changed-by-hand:owner',
    },
  );
  const { anonymous } = server;
  /** Somebody at the provider, in these groups. */
  const be = ({ groups }: { groups: readonly string[] }): void => {
    const sub = uniqueId('subject');
    issuer.person = { sub, name: sub, email: `${sub}@example.org`, email_verified: true, groups };
  };
  const signIn = async (): Promise<Client> => {
    const reply = await signInWith(issuer, anonymous);
    assert.equal(reply.status, 200, reply.text);
    return new Client(server.url, reply.json.token);
  };
  const idOf = async (client: Client): Promise<string> => (await client.get('/users')).json.id;

  test('200: memberships follow the groups at each sign-in, and only those that came from them', async () => {
    const { owner } = await makePublisher(server, 'made-by-groups');
    const moderator = await server.moderator();
    const rolesOf = async (id: string): Promise<string[]> =>
      (await owner.get('/publishers/made-by-groups/members')).json
        .filter(({ user }: { user: { id: string } }) => user.id === id)
        .map(({ role }: { role: string }) => role);
    be({ groups: ['makers', 'others'] });
    const { person } = issuer;
    const client = await signIn();
    const id = await idOf(client);
    const roles: string[][] = [await rolesOf(id)];
    for (const groups of [['makers', 'heads'], ['heads'], 'makers', undefined, ['heads']]) {
      issuer.person = { ...person, groups };
      await signIn();
      roles.push(await rolesOf(id));
    }
    assert.deepEqual(roles, [['member'], ['owner'], ['owner'], ['member'], [], ['owner']]);
    const { token } = (await client.post('/publishers/made-by-groups/tokens', { name: 'of a head' })).json;
    issuer.person = { ...person, groups: [] };
    await signIn();
    const withToken = new Client(server.url, token);
    assertRefused(await withToken.get('/tokens/current'), 'unauthenticated');

    be({ groups: ['makers'] });
    await signInWith(issuer, owner, { purpose: 'link' });
    issuer.person = { ...issuer.person, groups: [] };
    await signIn();
    assert.deepEqual(await rolesOf(await idOf(owner)), ['owner'], 'who was made a member by hand stays');
    const { changes } = (await moderator.get('/admin/changes?subject=publisher:made-by-groups&limit=100'))
      .json;
    const last = changes.find(({ action }: { action: string }) => action === 'member.added');
    assert.deepEqual([last.actor, last.reason], ['server', 'the groups of the external provider say so']);
  });

  test('200: a role that an owner gave by hand stays, whichever came from the groups', async () => {
    const { owner } = await makePublisher(server, 'changed-by-hand');
    const members = '/publishers/changed-by-hand/members';
    const signInAs = async (groups: readonly string[]) => {
      issuer.person = { ...issuer.person, groups };
      return signIn();
    };
    be({ groups: ['crew'] });
    const id = await idOf(await signIn());
    const own = async () =>
      (await owner.get(members)).json.find(({ user }: { user: { id: string } }) => user.id === id);
    assert.equal((await own()).role, 'member');
    await owner.put(`${members}/${(await own()).id}`, { role: 'owner' });
    await signInAs(['crew']);
    assert.equal((await own()).role, 'owner');
    await signInAs([]);
    assert.equal((await own()).role, 'owner');
    await owner.put(`${members}/${(await own()).id}`, { role: 'member' });
    await signInAs(['captains']);
    assert.equal((await own()).role, 'member');
  });

  test('200: the last owner of a publisher stays', async () => {
    be({ groups: ['heads'] });
    const { person } = issuer;
    const head = await signIn();
    const headId = await idOf(head);
    const members = (await head.get('/publishers/made-by-groups/members')).json;
    for (const { id, user } of members) {
      if (user.id !== headId) await head.delete(`/publishers/made-by-groups/members/${id}`);
    }
    for (const groups of [['makers'], []]) {
      issuer.person = { ...person, groups };
      await signIn();
      const [left, ...others] = (await head.get('/publishers/made-by-groups/members')).json;
      assert.deepEqual([left.user.id, left.role, others], [headId, 'owner', []]);
    }
  });
});
