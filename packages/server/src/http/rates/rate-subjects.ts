import { limits } from '@patchbay/contract';
import type { Context } from '../../context.ts';
import type { Actor } from '../../authorization/rights.ts';
import { factorOf } from '../../limits/rate-limited.ts';
import { findMemberOfUser } from '../../store/rows/members.ts';
import { findNode } from '../../store/rows/nodes.ts';
import type { ReadConnection } from '../../store/store.ts';

/**
 * The widest network that counts for one client of `clientNetwork`: the /48 around that of IPv6, which is the most that
 * one customer of a provider is usually given (RFC 6177), and the address itself of IPv4.
 */
const siteNetwork = (network: string): string =>
  network.includes(':') ? `${network.split(':', 3).join(':')}/48` : network;

/** The networks that a client counts for, its own last: on IPv6 also its site, which may have so many times as much. */
const networksOf = (client: string, factorOfSite: number): { id: string; factor: number }[] => {
  const own = { id: client, factor: 1 };
  const site = siteNetwork(client);
  return site === client ? [own] : [{ id: site, factor: factorOfSite }, own];
};

/** Whose bucket a claim is on. */
export interface RateSubject {
  id: string;
  /** See `Claim`. */
  factor: number;
}

interface PathParams {
  publisherId?: string;
  nodeId?: string;
}

/** The networks of a client. Its own comes last: responses show how its buckets stand. */
export const networksOfClient = (client: string): RateSubject[] =>
  networksOf(client, limits.rateFactorOfSite);

/** The account of an actor: all tokens that a user made are the user's. */
export const accountOf = (actor: Actor): RateSubject | undefined => {
  switch (actor.kind) {
    case 'anonymous':
      return undefined;
    case 'user':
      return { id: actor.userId, factor: 1 };
    case 'token':
      return actor.makerId === null ? undefined : { id: actor.makerId, factor: 1 };
  }
};

/**
 * The publisher that an actor writes for. Undefined for strangers, who are refused later: they must not be able to use
 * up the rates of a publisher.
 */
export const publisherOf = async (
  { store: { read } }: Pick<Context, 'store'>,
  actor: Actor,
  params: PathParams,
): Promise<RateSubject | undefined> => {
  const id = actor.kind === 'token' ? actor.publisherId : await memberPublisher(read, actor, params);
  return id === undefined ? undefined : { id, factor: await factorOf(read, id) };
};

const memberPublisher = async (
  read: ReadConnection,
  actor: Actor,
  { publisherId, nodeId }: PathParams,
): Promise<string | undefined> => {
  if (actor.kind !== 'user') return undefined;
  const id = publisherId ?? (nodeId === undefined ? undefined : (await findNode(read, nodeId))?.publisherId);
  const member = id === undefined ? undefined : await findMemberOfUser(read, id, actor.userId);
  return member === undefined ? undefined : id;
};
