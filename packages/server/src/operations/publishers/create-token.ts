import { type Endpoints, type TokenRequest, limits } from '@patchbay/contract';
import { makeToken } from '../../accounts/tokens.ts';
import { act } from '../../authorization/act.ts';
import { requireUser, writablePublisher } from '../../authorization/publisher.ts';
import { useQuota } from '../../authorization/quotas.ts';
import { invalidValue } from '../../errors.ts';
import { presentToken } from '../../present/publisher.ts';
import { type TokenTerms, insertToken } from '../../store/rows/tokens.ts';
import { findUser } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Makes a token for the publisher. Only this response contains its secret. */
export const createToken: Operation<Endpoints['createToken']> = async (
  context,
  { params, body, ...caller },
) => {
  requireFuture(body.expiresAt === 'never' ? undefined : body.expiresAt, context.now(), '/expiresAt');
  const { token, ...kept } = makeToken();
  return act(context, caller, async (tx) => {
    const { id } = await writablePublisher(tx, 'tokens.create', params.publisherId);
    const maker = await findUser(tx.db, requireUser(tx.actor).userId);
    if (maker === undefined) throw new Error('the user who was just identified is not there');
    const terms = termsOf(body, tx.now);
    await useQuota(tx, { name: 'tokens', subjectId: id, amount: 1 });
    const fresh = await insertToken(tx, { publisherId: id, makerId: maker.id }, kept, terms);
    await tx.append({
      kind: 'token.created',
      about: fresh,
      after: { publisher: id, maker: maker.id, ...terms },
    });
    return presentToken({ ...fresh, maker }, token);
  });
};

const dayMs = 24 * 60 * 60 * 1000;

const termsOf = ({ expiresAt, ...request }: TokenRequest, now: string): TokenTerms => {
  const terms = { actions: ['publish' as const], ...request };
  if (expiresAt === 'never') return terms;
  const inDays = (days: number) => Date.parse(now) + days * dayMs;
  const end = expiresAt === undefined ? inDays(limits.tokenDaysDefault) : Date.parse(expiresAt);
  if (end > inDays(limits.tokenDaysMax)) {
    throw invalidValue(
      '/expiresAt',
      'A token is valid for at most a year. Send an earlier expiresAt, or "never" for a token that does not expire.',
      `must be within ${limits.tokenDaysMax} days, or "never"`,
    );
  }
  return { ...terms, expiresAt: new Date(end).toISOString() };
};

/** Throws `invalid_request` if the time is given and not in the future. */
const requireFuture = (moment: string | undefined, now: Date, path: string): void => {
  if (moment !== undefined && Date.parse(moment) <= now.getTime()) {
    throw invalidValue(path, `"${moment}" is in the past. Choose a later time.`, 'must be in the future');
  }
};
