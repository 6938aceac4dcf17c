import type { BuiltBy, MemberRole, TokenAction } from '@patchbay/contract';
import type { SessionRecord } from '../store/rows/sessions.ts';

/** Who calls. */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'user';
      userId: string;
      isModerator: boolean;
      /** How the person signed in; undefined for a token that speaks for them. */
      session?: Pick<SessionRecord, 'id' | 'signedInAt' | 'factorId'> | undefined;
      /** Whether a moderator token speaks for the user, which ends within the hour. */
      isDerived?: boolean;
      /** Whether the address of the user must be verified and is not. */
      isUnverified?: boolean;
      /** Whether all users need a second factor, and the session proved none. */
      lacksFactor?: boolean;
    }
  | {
      kind: 'token';
      tokenId: string;
      /** The user who made it. */
      makerId: string | null;
      publisherId: string;
      actions: readonly TokenAction[];
      /** The ids, in lower case, that the nodes have or had to which it is limited; undefined means all. */
      nodeKeys: readonly string[] | undefined;
      /** Whether the address of its maker must be verified and is not. */
      isUnverified?: boolean;
      /** Whether all users need a second factor, and its maker has none. */
      lacksFactor?: boolean;
      /** The CI job that it was given to; undefined for one that a user made. */
      builtBy?: BuiltBy | undefined;
    };

/** In what capacity somebody acts on one publisher or node. */
type Capacity = 'user' | 'member' | 'owner' | 'moderator' | `token:${TokenAction}`;

/** Who may do what on whose things. What needs no more than to be a user is asked by access/user. */
const rights = {
  'publisher.edit': ['owner'],
  'publisher.delete': ['owner'],
  'members.manage': ['owner'],
  'members.read': ['owner', 'member', 'moderator'],
  'members.leave': ['owner', 'member'],
  'invitations.read': ['owner', 'moderator'],
  'tokens.create': ['owner'],
  'tokens.manage': ['owner', 'moderator'],
  'trusted-publishers.write': ['owner'],
  'trusted-publishers.manage': ['owner', 'moderator'],
  'webhooks.write': ['owner'],
  'webhooks.manage': ['owner', 'moderator'],
  'registry-webhooks.write': ['moderator'],
  'node.publish': ['owner', 'member', 'token:publish'],
  'publishing.edit': ['owner'],
  'node.claim': ['owner', 'member'],
  'node.edit': ['owner', 'member', 'moderator', 'token:edit'],
  'node.rename': ['owner', 'moderator'],
  'node.delete': ['owner', 'token:delete'],
  'version.edit': ['owner', 'member', 'moderator', 'token:edit'],
  'version.delete': ['owner', 'token:delete'],
  'private.read': ['owner', 'member', 'moderator', 'token:edit', 'token:publish', 'token:delete'],
  'history.read': ['owner', 'member', 'moderator'],
  'emails.read': ['owner', 'member', 'moderator'],
  moderate: ['moderator'],
  'moderators.appoint': ['moderator'],
} as const satisfies Record<string, readonly Capacity[]>;

export type Action = keyof typeof rights;

/** What gives others, or other tokens, rights that outlast the one used. A derived token does none of it. */
const grants: ReadonlySet<Action> = new Set([
  'members.manage',
  'tokens.create',
  'trusted-publishers.write',
  'webhooks.write',
  'registry-webhooks.write',
  'moderators.appoint',
]);

/** What an action is aimed at, and the caller's role there as the database has it now. */
export interface Target {
  publisherId?: string;
  nodeKey?: string;
  role?: MemberRole | undefined;
}

export const may = (actor: Actor, action: Action, target: Target = {}): boolean => {
  if (actor.kind === 'user' && actor.isDerived === true && grants.has(action)) return false;
  const held = capacities(actor, target);
  return rights[action].some((capacity) => held.includes(capacity));
};

const capacities = (actor: Actor, target: Target): readonly Capacity[] => {
  switch (actor.kind) {
    case 'anonymous':
      return [];
    case 'user':
      return [
        'user',
        ...(target.role === undefined ? [] : [target.role]),
        ...(actor.isModerator ? (['moderator'] as const) : []),
      ];
    case 'token':
      return covers(actor, target) ? actor.actions.map((action) => `token:${action}` as const) : [];
  }
};

const covers = (token: Extract<Actor, { kind: 'token' }>, { publisherId, nodeKey }: Target): boolean =>
  token.publisherId === publisherId &&
  (token.nodeKeys === undefined || (nodeKey !== undefined && token.nodeKeys.includes(nodeKey)));

/** The id of the user on whose account the actor writes. */
export const accountOf = (actor: Actor): string | undefined => {
  switch (actor.kind) {
    case 'anonymous':
      return undefined;
    case 'user':
      return actor.userId;
    case 'token':
      return actor.makerId ?? undefined;
  }
};

/** The actor as the log of changes names it. */
export const actorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'user':
      return `user:${actor.userId}`;
    case 'token':
      return `token:${actor.tokenId}`;
  }
};
