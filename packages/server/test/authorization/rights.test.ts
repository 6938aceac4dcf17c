import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Action, type Actor, type Target, actorName, may } from '../../src/authorization/rights.ts';

const user: Actor = { kind: 'user', userId: 'u1', isModerator: false };
const moderator: Actor = { kind: 'user', userId: 'u2', isModerator: true };
const tokenWith = (change: Partial<Extract<Actor, { kind: 'token' }>> = {}): Actor => ({
  kind: 'token',
  makerId: 'u1',
  tokenId: 't1',
  publisherId: 'ada',
  actions: ['publish', 'edit', 'delete'],
  nodeKeys: undefined,
  ...change,
});

const derived = 'owner by a moderator token';

const here: Target = { publisherId: 'ada', nodeKey: 'my-node' };

/** Each who with a target on a node of the publisher "ada". */
const capacities: Readonly<Record<string, readonly [Actor, Target]>> = {
  anonymous: [{ kind: 'anonymous' }, here],
  stranger: [user, here],
  member: [user, { ...here, role: 'member' }],
  owner: [user, { ...here, role: 'owner' }],
  moderator: [moderator, here],
  [derived]: [
    { ...moderator, isDerived: true },
    { ...here, role: 'owner' },
  ],
  token: [tokenWith(), here],
  'publish token': [tokenWith({ actions: ['publish'] }), here],
  'edit token': [tokenWith({ actions: ['edit'] }), here],
  'delete token': [tokenWith({ actions: ['delete'] }), here],
  'powerless token': [tokenWith({ actions: [] }), here],
  'foreign token': [tokenWith({ publisherId: 'bob' }), here],
};

const rights: Readonly<Record<Action, readonly string[]>> = {
  'publisher.edit': ['owner', derived],
  'publisher.delete': ['owner', derived],
  'members.manage': ['owner'],
  'members.read': ['member', 'owner', 'moderator', derived],
  'members.leave': ['member', 'owner', derived],
  'invitations.read': ['owner', 'moderator', derived],
  'tokens.create': ['owner'],
  'tokens.manage': ['owner', 'moderator', derived],
  'trusted-publishers.write': ['owner'],
  'trusted-publishers.manage': ['owner', 'moderator', derived],
  'webhooks.write': ['owner'],
  'webhooks.manage': ['owner', 'moderator', derived],
  'registry-webhooks.write': ['moderator'],
  'node.publish': ['member', 'owner', derived, 'token', 'publish token'],
  'publishing.edit': ['owner', derived],
  'node.claim': ['member', 'owner', derived],
  'node.edit': ['member', 'owner', 'moderator', derived, 'token', 'edit token'],
  'node.rename': ['owner', 'moderator', derived],
  'node.delete': ['owner', derived, 'token', 'delete token'],
  'version.edit': ['member', 'owner', 'moderator', derived, 'token', 'edit token'],
  'version.delete': ['owner', derived, 'token', 'delete token'],
  'private.read': [
    'member',
    'owner',
    'moderator',
    derived,
    'token',
    'publish token',
    'edit token',
    'delete token',
  ],
  'history.read': ['member', 'owner', 'moderator', derived],
  'emails.read': ['member', 'owner', 'moderator', derived],
  moderate: ['moderator', derived],
  'moderators.appoint': ['moderator'],
};

suite('rights', () => {
  for (const [action, entitled] of Object.entries(rights) as [Action, readonly string[]][]) {
    test(`${action} is for ${entitled.join(', ')} and nobody else`, () => {
      const able = Object.entries(capacities).filter(([, [actor, target]]) => may(actor, action, target));
      assert.deepEqual(
        able.map(([who]) => who),
        entitled,
      );
    });
  }

  test('a token limited to nodes acts on those alone, and on nothing that is not a node', () => {
    const limited = tokenWith({ nodeKeys: ['my-node'] });
    assert.equal(may(limited, 'node.edit', here), true);
    assert.equal(may(limited, 'node.edit', { ...here, nodeKey: 'other' }), false);
    assert.equal(may(limited, 'node.edit', { publisherId: 'ada' }), false);
    assert.equal(may(tokenWith({ nodeKeys: [] }), 'node.edit', here), false);
  });

  test('a role on one publisher gives a token nothing', () => {
    const target: Target = { publisherId: 'bob', nodeKey: 'my-node', role: 'owner' };
    assert.equal(may(tokenWith(), 'node.edit', target), false);
    assert.equal(may(tokenWith(), 'tokens.manage', { ...here, role: 'owner' }), false);
  });

  test('without a target only moderators may do anything', () => {
    assert.equal(may(user, 'node.edit'), false);
    assert.equal(may(tokenWith(), 'node.edit'), false);
    assert.equal(may(moderator, 'moderate'), true);
  });

  test('the log of changes names who it was', () => {
    assert.deepEqual([{ kind: 'anonymous' } as const, user, tokenWith()].map(actorName), [
      'anonymous',
      'user:u1',
      'token:t1',
    ]);
  });
});
