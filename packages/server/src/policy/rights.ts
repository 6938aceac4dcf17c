import type { MemberRole, TokenAction } from '@patchbay/contract';

/** Who calls. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; userId: string; isModerator: boolean }
  | {
      kind: 'token';
      tokenId: string;
      publisherId: string;
      actions: readonly TokenAction[];
      /** Lower-case ids of the nodes it is limited to; undefined means all. */
      nodeKeys: readonly string[] | undefined;
    };

/** In what capacity somebody acts on one publisher or node. */
type Capacity = 'user' | 'member' | 'owner' | 'moderator' | `token:${TokenAction}`;

/** Who may do what. The one table of rights; what is not listed is forbidden. */
const rights = {
  'account.use': ['user'],
  'publisher.create': ['user'],
  'publisher.edit': ['owner', 'moderator'],
  'publisher.delete': ['owner', 'moderator'],
  'members.manage': ['owner', 'moderator'],
  'tokens.manage': ['owner'],
  'node.review': ['user'],
  'node.publish': ['owner', 'member', 'token:publish'],
  'node.edit': ['owner', 'member', 'moderator', 'token:edit'],
  'node.delete': ['owner', 'moderator'],
  'version.edit': ['owner', 'member', 'moderator', 'token:edit'],
  'version.delete': ['owner', 'member', 'token:edit'],
  'private.read': ['owner', 'member', 'moderator', 'token:edit', 'token:publish'],
  'emails.read': ['owner', 'member', 'moderator'],
  moderate: ['moderator'],
} as const satisfies Record<string, readonly Capacity[]>;

export type Action = keyof typeof rights;

/** What an action is aimed at, and the caller's role there as the database has it now. */
export interface Target {
  publisherId?: string;
  nodeKey?: string;
  role?: MemberRole | undefined;
}

export const may = (actor: Actor, action: Action, target: Target = {}): boolean => {
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
