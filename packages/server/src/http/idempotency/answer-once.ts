import { createHmac } from 'node:crypto';
import { idempotencyKeyHeader, limits } from '@patchbay/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempt } from '../../accounts/identify.ts';
import { ApiError } from '../../errors.ts';
import { accountOf, actorName } from '../../authorization/rights.ts';
import { seal, unseal } from '../../seal.ts';
import { type KeptRequest, findKeptRequest, upsertKeptRequest } from '../../store/rows/idempotency-keys.ts';
import type { Edge, Route } from '../edge.ts';

export const replayedHeader = 'Idempotent-Replayed';

const hourMs = 60 * 60_000;
const headerName = idempotencyKeyHeader.toLowerCase();

/** Another process carried the request out while this one began with it. */
class DoneMeanwhile extends Error {}

type Run = (attempt?: Attempt) => Promise<unknown>;

/**
 * Runs the operation of a request, or returns the result that it had under the same key before. What changes something
 * is kept in the transaction of the change, so that it happens once whenever a process ends. A request that may be
 * repeated is kept afterwards: should that fail, it does no harm to carry it out again.
 */
export const answerOnce = async (
  edge: Edge,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  run: Run,
): Promise<unknown> => {
  const callersKey = readKey(request);
  if (callersKey === undefined || request.actor.kind === 'anonymous') return run();
  const { keysInProgress } = edge;
  const { store, config, metrics, now } = edge.context;
  const caller = actorName(request.actor);
  const digest = (...parts: readonly unknown[]): string =>
    createHmac('sha256', config.SECRET)
      .update(JSON.stringify(['idempotency', ...parts]))
      .digest('base64url');
  const id = digest(caller, request.method, request.url, callersKey);
  // The key of the caller is not stored.
  const by = { secret: config.SECRET, id, purpose: ['kept answer', callersKey] };
  const bodyDigest = digest(request.body ?? null);
  const accountId = accountOf(request.actor) ?? caller;
  const toKeep = (result: unknown, at: number) => {
    const sealed = seal(by, JSON.stringify(result ?? null));
    return {
      id,
      accountId,
      bodyDigest,
      sealedAnswer: sealed.length > limits.keptAnswerBytesMax ? undefined : sealed,
      expiresAt: new Date(at + limits.idempotencyHours * hourMs).toISOString(),
    };
  };
  const isRepeatable = route.endpoint.isRepeatable === true;
  const replay = (kept: KeptRequest): unknown => {
    if (kept.bodyDigest !== bodyDigest) throw keyReused();
    if (kept.sealedAnswer === undefined) throw answerNotKept();
    void reply.header(replayedHeader, 'true');
    metrics.count('idempotentReplays', { endpoint: route.name });
    return JSON.parse(unseal(by, kept.sealedAnswer)) ?? undefined;
  };
  const find = () => findKeptRequest(store.read, id, now().toISOString());

  if (keysInProgress.has(id)) throw stillInProgress();
  keysInProgress.add(id);
  try {
    const kept = await find();
    if (kept !== undefined && !(isRepeatable && isOld(kept, now()) && kept.bodyDigest === bodyDigest)) {
      return replay(kept);
    }
    if (isRepeatable) {
      const result = await run();
      const cause = { actor: caller, requestId: request.id };
      await store.write(cause, (tx) => upsertKeptRequest(tx, toKeep(result, Date.parse(tx.now))));
      return result;
    }
    return await run({
      begin: async (tx) => {
        if ((await findKeptRequest(tx.db, id, tx.now)) !== undefined) throw new DoneMeanwhile();
      },
      end: (tx, result) => upsertKeptRequest(tx, toKeep(result, Date.parse(tx.now))),
    });
  } catch (error) {
    const kept = error instanceof DoneMeanwhile ? await find() : undefined;
    if (kept === undefined) throw error;
    return replay(kept);
  } finally {
    keysInProgress.delete(id);
  }
};

/** Throws `invalid_request` unless the key, if there is one, is within its limits. */
const readKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[headerName];
  if (key === undefined) return undefined;
  const isGood =
    typeof key === 'string' && /^[!-~]+$/.test(key) && key.length <= limits.idempotencyKeyCharsMax;
  if (isGood) return key;
  throw new ApiError(
    'invalid_request',
    `The ${idempotencyKeyHeader} is invalid. Send 1 to ${limits.idempotencyKeyCharsMax} visible ASCII characters, such as a UUID.`,
  );
};

/** Whether what is in the answer may have ended, such as an upload URL. */
const isOld = ({ expiresAt }: KeptRequest, now: Date): boolean => {
  const keptAt = Date.parse(expiresAt) - limits.idempotencyHours * hourMs;
  return now.getTime() - keptAt > limits.repeatableAnswerSeconds * 1000;
};

const keyReused = (): ApiError =>
  new ApiError(
    'idempotency_key_reused',
    `Another body was sent with this ${idempotencyKeyHeader} before. Use a new key for each request.`,
  );

const answerNotKept = (): ApiError =>
  new ApiError(
    'idempotency_key_reused',
    `The request with this ${idempotencyKeyHeader} was carried out, and its answer was too large to keep. Read what it made instead.`,
  );

const stillInProgress = (): ApiError =>
  new ApiError(
    'request_in_progress',
    `A request with this ${idempotencyKeyHeader} is being carried out. Send it again in a moment to get its answer.`,
    { headers: { 'retry-after': '1' } },
  );
