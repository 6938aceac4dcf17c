import { limits } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { useQuota } from '../authorization/quotas.ts';
import { ApiError } from '../errors.ts';
import { countUse } from '../store/rows/quotas.ts';
import { markTokenRevoked } from '../store/rows/tokens.ts';
import {
  type ListedTrustedPublisher,
  type TrustedPublisherRecord,
  type TrustedTerms,
  deleteTrustedPublisherRow,
  endExpiredTrustedTokens,
  findTokensOfTrustedPublisher,
  findTrustedPublisher,
  findTrustedPublishersBy,
  findTrustedPublishersOf,
  insertTrustedPublisher,
  markTrustedPublisherUsed,
} from '../store/rows/trusted-publishers.ts';
import type { Writer } from '../store/store.ts';

/** Makes a rule. Throws `id_taken` if the publisher has the same one, and `quota_exceeded`. */
export const createTrustedPublisher = async (
  tx: Act,
  fresh: Pick<TrustedPublisherRecord, 'publisherId' | 'nodeKey' | 'makerId' | 'issuer' | 'terms'>,
): Promise<ListedTrustedPublisher> => {
  const { publisherId, nodeKey, makerId, issuer, terms } = fresh;
  const others = await findTrustedPublishersOf(tx.db, publisherId, issuer);
  const same = others.find((other) => other.nodeKey === nodeKey && isSame(other.terms, terms));
  if (same !== undefined) {
    throw new ApiError(
      'id_taken',
      `The publisher has this rule already, with the id "${same.id}". Delete that one first to make it anew.`,
    );
  }
  await useQuota(tx, { name: 'trusted_publishers', subjectId: publisherId, amount: 1 });
  const id = await insertTrustedPublisher(tx, fresh);
  await tx.append({
    kind: 'trusted-publisher.created',
    about: { id },
    after: {
      publisher: publisherId,
      maker: makerId,
      issuer,
      ...(nodeKey === null ? {} : { node_id: nodeKey }),
      ...terms,
    },
  });
  const made = await findTrustedPublisher(tx.db, id);
  if (made === undefined) throw new Error('a rule just written is not there');
  return made;
};

/** Besides the numbers, which a rule gets by its use. */
const isSame = (one: TrustedTerms, other: TrustedTerms): boolean => identityOf(one) === identityOf(other);

const identityOf = ({ repository, workflows, environment, claims }: TrustedTerms): string =>
  JSON.stringify([
    repository?.toLowerCase(),
    workflows?.toSorted(),
    environment,
    Object.entries(claims ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** Notes a use of a rule, and keeps the numbers that it did not have. */
export const useTrustedPublisher = async (
  tx: Writer,
  { id, terms }: TrustedPublisherRecord,
  numbers: Pick<TrustedTerms, 'repository_id' | 'owner_id'>,
): Promise<void> => {
  await markTrustedPublisherUsed(tx, id, { ...numbers, ...terms });
  const fresh = Object.fromEntries(
    Object.entries(numbers).filter(([key, value]) => value !== undefined && !Object.hasOwn(terms, key)),
  );
  if (Object.keys(fresh).length === 0) return;
  await tx.append({ kind: 'trusted-publisher.updated', about: { id }, before: {}, after: fresh });
};

/** Deletes a rule, and revokes what CI jobs got by it. */
export const deleteTrustedPublisher = async (
  tx: Writer,
  rule: Pick<TrustedPublisherRecord, 'id' | 'publisherId'>,
  reason?: string,
): Promise<void> => {
  const { id, publisherId } = rule;
  const why = reason === undefined ? {} : { reason };
  for (const tokenId of await findTokensOfTrustedPublisher(tx.db, rule)) {
    if (!(await markTokenRevoked(tx, publisherId, tokenId))) continue;
    await countUse(tx, { name: 'tokens', subjectId: publisherId, amount: -1 });
    await tx.append({
      kind: 'token.revoked',
      about: { id: tokenId },
      before: { publisher: publisherId },
      reason: reason ?? 'its rule was deleted',
    });
  }
  await tx.append({
    kind: 'trusted-publisher.deleted',
    about: { id },
    before: { publisher: publisherId },
    ...why,
  });
  await deleteTrustedPublisherRow(tx, id);
  await countUse(tx, { name: 'trusted_publishers', subjectId: publisherId, amount: -1 });
};

/**
 * Deletes the rules that a user made, of one publisher or of all, or those of a publisher for one node, because the right
 * behind them ends. A right that comes back does not bring them back.
 */
export const endTrustedPublishers = async (
  tx: Writer,
  whose: { makerId?: string; publisherId?: string; nodeKey?: string },
  reason: string,
): Promise<void> => {
  for (const rule of await findTrustedPublishersBy(tx.db, whose))
    await deleteTrustedPublisher(tx, rule, reason);
};

/** Ends tokens of CI jobs that expired, so that they count for no quota. Returns how many. */
export const endExpiredTokens = async (tx: Writer, publisherId?: string): Promise<number> => {
  const ended = await endExpiredTrustedTokens(tx, {
    ...(publisherId === undefined ? {} : { publisherId }),
    max: limits.pageSizeMax,
  });
  for (const [subjectId, { length }] of Map.groupBy(ended, (id) => id)) {
    await countUse(tx, { name: 'tokens', subjectId, amount: -length });
  }
  return ended.length;
};
