import type { Context } from '../context.ts';
import type { Actor } from '../policy/rights.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import type { Reader, Writer } from '../store/store.ts';
import { type UserRecord, findSessionById } from '../store/rows/users.ts';
import { type TokenRecord, findLiveToken, findLiveTokenById, markTokenUsed } from '../store/rows/tokens.ts';
import type { Caller } from './caller.ts';
import { looksLikeModeratorToken, readModeratorToken } from './moderator-token.ts';
import { isWellFormedToken, looksLikeToken, tokenDigest } from './personal-access-token.ts';

const lastUsedPrecisionMs = 60_000;

type Tools = Pick<Context, 'accounts' | 'config' | 'store' | 'now'>;

/**
 * Who holds this Bearer, asked of the database at every call; undefined when it is unknown, expired or revoked,
 * or its user is banned.
 */
export const identify = async (tools: Tools, bearer: string): Promise<Actor | undefined> =>
  looksLikeToken(bearer) ? identifyToken(tools, bearer) : identifyUser(tools, bearer);

const identifyUser = async (tools: Tools, bearer: string): Promise<Actor | undefined> =>
  looksLikeModeratorToken(bearer)
    ? moderatorActor(tools, tools.store.read, bearer, tools.now())
    : userActor(await tools.accounts.findUser(bearer));

/** The holder of a moderator's token, while the session that asked for it lasts and its user is a moderator. */
const moderatorActor = async (
  { config }: Pick<Context, 'config'>,
  read: Reader,
  bearer: string,
  now: Date,
): Promise<Actor | undefined> => {
  const grant = readModeratorToken(config.SECRET, bearer, now);
  const session = grant && (await findSessionById(read, grant.sessionId));
  // The accounts library dates sessions by the clock of the machine.
  if (session === undefined || session.expiresAt.getTime() <= Date.now()) return undefined;
  return session.user.isModerator ? userActor(session.user) : undefined;
};

/** Who the caller is by what the transaction reads; undefined when the Bearer ended since it was first read. */
export const identifyAgain = async (
  { accounts, config }: Pick<Context, 'accounts' | 'config'>,
  { db, now }: Pick<Writer, 'db' | 'now'>,
  { claimed, bearer = '' }: Pick<Caller, 'claimed' | 'bearer'>,
): Promise<Actor | undefined> => {
  switch (claimed.kind) {
    case 'anonymous':
      return claimed;
    case 'user':
      return looksLikeModeratorToken(bearer)
        ? moderatorActor({ config }, db, bearer, new Date(now))
        : userActor(await accounts.findUserIn(db, bearer));
    case 'token':
      return tokenActor(await findLiveTokenById(db, claimed.tokenId, now));
  }
};

const userActor = (user: UserRecord | undefined): Actor | undefined =>
  user === undefined || user.isBanned
    ? undefined
    : { kind: 'user', userId: user.id, isModerator: user.isModerator };

type TokenActor = Extract<Actor, { kind: 'token' }>;

const tokenActor = (record: TokenRecord | undefined): TokenActor | undefined =>
  record && {
    kind: 'token',
    tokenId: record.id,
    publisherId: record.publisherId,
    actions: record.terms.actions,
    nodeKeys: record.terms.nodes?.map(nodeKey),
  };

/** As `identify`, for a personal access token alone; notes when it was used. */
export const identifyToken = async (
  { store, now }: Pick<Tools, 'store' | 'now'>,
  token: string,
): Promise<TokenActor | undefined> => {
  if (!isWellFormedToken(token)) return undefined;
  const time = now();
  const record = await findLiveToken(store.read, tokenDigest(token), time.toISOString());
  if (record === undefined) return undefined;
  if (isUseWorthNoting(record, time)) {
    await store.write({ actor: `token:${record.id}` }, (tx) => markTokenUsed(tx, record.id));
  }
  return tokenActor(record);
};

/** To the minute: a write at every use would make each read of a robot a write. */
const isUseWorthNoting = ({ lastUsedAt }: TokenRecord, time: Date): boolean =>
  lastUsedAt === null || time.getTime() - Date.parse(lastUsedAt) >= lastUsedPrecisionMs;
