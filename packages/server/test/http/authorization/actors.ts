/** Everybody who calls, each as seen from one publisher. */
export const actors = [
  'anonymous',
  'stale session',
  'revoked token',
  'orphan token',
  'banned user',
  'stranger',
  'other owner',
  'other token',
  'member',
  'owner',
  'unverified',
  'token',
  'publish token',
  'edit token',
  'delete token',
  'trusted CI',
  'moderator',
  'stale sign-in',
  'without second factor',
] as const;
export type Actor = (typeof actors)[number];

/** Owners whose sign-in is not enough. They are answered as an owner is, except where the endpoint asks for more. */
export const doubted = ['stale sign-in', 'without second factor'] as const satisfies readonly Actor[];

export const isDoubted = (actor: Actor): actor is (typeof doubted)[number] =>
  (doubted as readonly Actor[]).includes(actor);

/** Names for several actors at once. The banned user and the one of the stale session are owners, too. */
export const groups = {
  everyone: actors,
  /** Sends no Bearer, or one that is good no longer; the maker of the orphan left the publisher. */
  unknown: ['anonymous', 'stale session', 'revoked token', 'orphan token', 'banned user'],
  known: [
    'stranger',
    'other owner',
    'other token',
    'member',
    'owner',
    'unverified',
    'token',
    'publish token',
    'edit token',
    'delete token',
    'trusted CI',
    'moderator',
  ],
  users: ['stranger', 'other owner', 'member', 'owner', 'unverified', 'moderator'],
  /** Tokens of this publisher and of another: two may do all a token can, the others one thing, the CI for one node. */
  tokens: ['token', 'publish token', 'edit token', 'delete token', 'trusted CI', 'other token'],
  insiders: ['member', 'owner', 'token', 'publish token', 'edit token', 'delete token', 'trusted CI'],
  publishers: ['member', 'owner', 'token', 'publish token', 'trusted CI'],
  editors: ['member', 'owner', 'token', 'edit token'],
  deleters: ['owner', 'token', 'delete token'],
  outsiders: ['stranger', 'other owner', 'other token'],
} as const satisfies Record<string, readonly Actor[]>;
export type Group = keyof typeof groups;

/** An answer for each; the narrowest name that an actor bears is the one that counts. */
export type ByActor<Answer> = { readonly [Who in Actor | Group]?: Answer };

const isGroup = (who: string): who is Group => Object.hasOwn(groups, who);
const members = (who: string): readonly string[] => (isGroup(who) ? groups[who] : [who]);

export const isUser = (actor: Actor): boolean => members('users').includes(actor) || isDoubted(actor);

/** An owner whose address is not verified is answered as an owner, unless the row says otherwise. */
export const answerFor = <Answer>(actor: Actor, row: ByActor<Answer>): Answer | undefined => {
  if (actor === 'unverified' && row.unverified === undefined) return answerFor('owner', row);
  const named = Object.entries<Answer | undefined>(row).filter(([who]) => members(who).includes(actor));
  return named.sort(([one], [other]) => members(one).length - members(other).length)[0]?.[1];
};
