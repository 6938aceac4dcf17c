import { tokenActions } from '@patchbay/contract';
import type { Context } from '../context.ts';
import type { Actor } from '../policy/rights.ts';
import { nodeKey } from '../store/nodes.ts';
import { type TokenRecord, findLiveToken, markTokenUsed } from '../store/tokens.ts';
import { isWellFormedToken, looksLikeToken, tokenDigest } from './personal-access-token.ts';

const lastUsedPrecisionMs = 60_000;

type Tools = Pick<Context, 'accounts' | 'store' | 'now'>;

/**
 * Who holds this Bearer, asked of the database at every call; undefined when it is unknown, expired or revoked,
 * or its user is banned.
 */
export const identify = async (tools: Tools, bearer: string): Promise<Actor | undefined> =>
  looksLikeToken(bearer) ? identifyToken(tools, bearer) : identifyUser(tools, bearer);

const identifyUser = async ({ accounts }: Tools, bearer: string): Promise<Actor | undefined> => {
  const user = await accounts.findUser(bearer);
  if (user === undefined || user.isBanned) return undefined;
  return { kind: 'user', userId: user.id, isModerator: user.isModerator };
};

/** As `identify`, for a personal access token alone; notes when it was used. */
export const identifyToken = async (
  { store, now }: Tools,
  token: string,
): Promise<Extract<Actor, { kind: 'token' }> | undefined> => {
  if (!isWellFormedToken(token)) return undefined;
  const time = now();
  const record = await findLiveToken(store.read, tokenDigest(token), time.toISOString());
  if (record === undefined) return undefined;
  if (isUseWorthNoting(record, time)) {
    await store.write({ actor: `token:${record.id}` }, (tx) => markTokenUsed(tx, record.id));
  }
  return {
    kind: 'token',
    tokenId: record.id,
    publisherId: record.publisherId,
    actions: record.request.actions ?? tokenActions,
    nodeKeys: record.request.nodes?.map(nodeKey),
  };
};

/** To the minute: a write at every use would make each read of a robot a write. */
const isUseWorthNoting = ({ lastUsedAt }: TokenRecord, time: Date): boolean =>
  lastUsedAt === null || time.getTime() - Date.parse(lastUsedAt) >= lastUsedPrecisionMs;
