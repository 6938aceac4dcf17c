import type { Actor } from '../authorization/rights.ts';
import type { Context } from '../context.ts';
import type { Cause } from '../store/log/change.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import { findIdsOf } from '../store/rows/node-ids.ts';
import {
  type LiveToken,
  type TokenRecord,
  findLiveToken,
  findLiveTokenById,
  findTokenEnd,
  markTokenUsed,
} from '../store/rows/tokens.ts';
import { findFactorId } from '../store/rows/second-factors.ts';
import { type SessionRecord, findSessionById, isOver, updateSessionFacts } from '../store/rows/sessions.ts';
import type { ReadConnection, Writer } from '../store/store.ts';
import {
  isWellFormedToken,
  looksLikeModeratorToken,
  looksLikePendingToken,
  looksLikeToken,
  readModeratorToken,
  tokenDigest,
} from './tokens.ts';

/** Recording every use would turn each read by a script into a write. */
const [tokenUsePrecisionMs, sessionUsePrecisionMs] = [60_000, 10 * 60_000];

type Tools = Pick<Context, 'accounts' | 'config' | 'store' | 'now'>;

/**
 * The actor of this bearer token, read from the database on every call. Undefined if the token is unknown, expired or
 * revoked, or if its user is banned.
 */
export const identify = async (tools: Tools, bearer: string): Promise<Actor | undefined> =>
  looksLikeToken(bearer) ? identifyToken(tools, bearer) : identifyUser(tools, bearer);

/** Whether this bearer token is a moderator's, by one read. */
export const isModerator = async (
  { accounts, config, store, now }: Tools,
  bearer: string,
): Promise<boolean> => {
  if (looksLikeToken(bearer)) return false;
  const actor = await readUser({ accounts, config }, store.read, bearer, now());
  return actor?.kind === 'user' && actor.isModerator;
};

/** The user of a bearer token as `read` has it, without renewing the session. */
const readUser = async (
  { accounts, config }: Pick<Context, 'accounts' | 'config'>,
  read: ReadConnection,
  bearer: string,
  now: Date,
): Promise<Actor | undefined> =>
  looksLikeModeratorToken(bearer)
    ? moderatorActor({ config }, read, bearer, now)
    : userActor({ config }, await accounts.findSessionIn(read, bearer));

const identifyUser = async (tools: Tools, bearer: string): Promise<Actor | undefined> => {
  if (looksLikeModeratorToken(bearer)) return moderatorActor(tools, tools.store.read, bearer, tools.now());
  const session = await tools.accounts.findSession(bearer);
  const actor = userActor(tools, session);
  if (session === undefined || actor === undefined) return undefined;
  const { lastUsedAt = new Date(0) } = session;
  if (Date.now() - lastUsedAt.getTime() >= sessionUsePrecisionMs) {
    const isLive = await tools.store.write({ actor: `user:${actor.userId}` }, async (tx) => {
      if ((await findSessionById(tx.db, session.id)) === undefined) return false;
      await updateSessionFacts(tx, session, { last_used_at: new Date().toISOString() });
      return true;
    });
    if (!isLive) return undefined;
  }
  return actor;
};

/** The user of a moderator token, while the session that requested it is valid and the user is a moderator. */
const moderatorActor = async (
  { config }: Pick<Context, 'config'>,
  read: ReadConnection,
  bearer: string,
  now: Date,
): Promise<Actor | undefined> => {
  const grant = readModeratorToken(config.SECRET, bearer, now);
  const session = grant && (await findSessionById(read, grant.sessionId));
  if (session === undefined || isOver(session)) return undefined;
  const actor = session.user.isModerator ? userActor({ config }, session) : undefined;
  return actor && { ...actor, session: undefined, isDerived: true };
};

/** The caller, as the transaction reads it. Undefined if the token became invalid since it was first read. */
export const identifyAgain = async (
  tools: Pick<Context, 'accounts' | 'config'>,
  { db, now }: Pick<Writer, 'db' | 'now'>,
  { claimed, bearer = '' }: Pick<Caller, 'claimed' | 'bearer'>,
): Promise<Actor | undefined> => {
  switch (claimed.kind) {
    case 'anonymous':
      return claimed;
    case 'user':
      return readUser(tools, db, bearer, new Date(now));
    case 'token':
      return tokenActor(tools, db, await findLiveTokenById(db, claimed.tokenId, now));
  }
};

const userActor = (
  tools: Pick<Context, 'config'>,
  session: SessionRecord | undefined,
): Extract<Actor, { kind: 'user' }> | undefined => {
  if (session === undefined || session.user.isBanned) return undefined;
  const { id, user, signedInAt, factorId } = session;
  return {
    kind: 'user',
    userId: user.id,
    isModerator: user.isModerator,
    session: { id, signedInAt, factorId },
    ...unverified(tools, user),
    ...(needsFactor(tools) && factorId === undefined ? { lacksFactor: true } : {}),
  };
};

/** Nothing for most actors, which stay as small as they are. */
const unverified = (
  { config }: Pick<Context, 'config'>,
  { isEmailVerified }: { isEmailVerified: boolean },
): { isUnverified?: true } =>
  config.EMAIL_VERIFICATION === 'required' && !isEmailVerified ? { isUnverified: true } : {};

/** Whether whoever writes needs a second factor, and not only for what cannot be undone. */
const needsFactor = ({ config }: Pick<Context, 'config'>): boolean => config.SECOND_FACTOR === 'everyone';

type TokenActor = Extract<Actor, { kind: 'token' }>;

const tokenActor = async (
  tools: Pick<Context, 'config'>,
  read: ReadConnection,
  record: LiveToken | undefined,
): Promise<TokenActor | undefined> =>
  record && {
    kind: 'token',
    tokenId: record.id,
    makerId: record.makerId,
    publisherId: record.publisherId,
    actions: record.terms.actions,
    nodeKeys: record.terms.nodes && (await findIdsOf(read, record.terms.nodes.map(nodeKey))),
    ...unverified(tools, { isEmailVerified: record.isMakerVerified }),
    ...(await factorless(tools, read, record)),
    builtBy: record.terms.built_by,
  };

/** A CI job has no second factor; who let it publish had one. */
const factorless = async (
  tools: Pick<Context, 'config'>,
  read: ReadConnection,
  { makerId, terms }: LiveToken,
): Promise<{ lacksFactor?: true }> =>
  needsFactor(tools) &&
  terms.built_by === undefined &&
  makerId !== null &&
  (await findFactorId(read, makerId)) === undefined
    ? { lacksFactor: true }
    : {};

/** Like `identify`, for personal access tokens only. Records the time of use. */
export const identifyToken = async (
  { config, store, now }: Pick<Tools, 'config' | 'store' | 'now'>,
  token: string,
): Promise<TokenActor | undefined> => {
  if (!isWellFormedToken(token)) return undefined;
  const time = now();
  const record = await findLiveToken(store.read, tokenDigest(token), time.toISOString());
  if (record === undefined) return undefined;
  if (isUseWorthNoting(record, time)) {
    await store.write({ actor: `token:${record.id}` }, (tx) => markTokenUsed(tx, record.id));
  }
  return tokenActor({ config }, store.read, record);
};

/** What became of a personal access token that is not accepted, as a sentence for its holder. */
export const explainToken = async (
  { store, now }: Pick<Tools, 'store' | 'now'>,
  token: string,
): Promise<string | undefined> => {
  if (looksLikePendingToken(token)) {
    return 'This token can only complete a sign-in: send it with a code to POST /auth/sign-in/second-factor.';
  }
  if (!looksLikeToken(token)) return undefined;
  if (!isWellFormedToken(token)) return 'The token is not whole. Copy all of it.';
  const end = await findTokenEnd(store.read, tokenDigest(token), now().toISOString());
  return `The token ${end ?? 'is unknown here'}. Create another one.`;
};

/** As `identifyToken`, in a transaction that records the time of use with the rest. */
export const identifyTokenIn = async (
  tools: Pick<Context, 'config'>,
  tx: Writer,
  token: string,
): Promise<TokenActor | undefined> => {
  if (!isWellFormedToken(token)) return undefined;
  const record = await findLiveToken(tx.db, tokenDigest(token), tx.now);
  if (record !== undefined && isUseWorthNoting(record, new Date(tx.now))) await markTokenUsed(tx, record.id);
  return tokenActor(tools, tx.db, record);
};

const isUseWorthNoting = ({ lastUsedAt }: TokenRecord, time: Date): boolean =>
  lastUsedAt === null || time.getTime() - Date.parse(lastUsedAt) >= tokenUsePrecisionMs;

/** Who calls. */
export interface Caller {
  /** Who the Bearer was before the body was read. Too old to write by: `act` identifies the caller again. */
  claimed: Actor;
  /** The actor and the request, as the log of changes records them. */
  cause: Cause;
  /** The Bearer as it was sent. */
  bearer: string | undefined;
  /** Absent if the request may be carried out as often as it is sent. */
  attempt?: Attempt | undefined;
}

/** One attempt at a request that is carried out once, however often it is sent. */
export interface Attempt {
  /** Throws if an earlier attempt was carried out. */
  begin(tx: Writer): Promise<void>;
  /** Records that this one was, with its result, which is all that the request is answered. */
  end(tx: Writer, result: unknown): Promise<void>;
}
