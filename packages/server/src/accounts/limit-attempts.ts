import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { networkMark } from './session-origin.ts';
import { RateLimitedError } from '../limits/rate-limited.ts';
import type { Claim, RateLimitResult } from '../limits/rate-limiter.ts';
import { findNetworksByEmail } from '../store/rows/users.ts';
import type { LinkPurpose } from '../store/message-tables.ts';

/**
 * Runs an attempt at the password of an account and counts it if it fails: for the pair of account and address, so that
 * a stranger who guesses keeps nobody else out, and for the account, so that guesses from many addresses are bounded,
 * too. Its owner sees it. The second bound spares networks from which the account has or had a session. Errors: `rate_limited`, before anything is
 * tried, and those of the attempt.
 */
export const limitGuesses = async <Result>(
  { config, limiter, store, failedSignIns }: Pick<Context, 'config' | 'limiter' | 'store' | 'failedSignIns'>,
  { email, ip }: { email: string; ip: string },
  tryPassword: () => Promise<Result>,
): Promise<Result> => {
  const attempt = (): Promise<Result> =>
    tryPassword().catch((error: unknown) => {
      if (isWrongPassword(error)) failedSignIns.count(email, ip);
      throw error;
    });
  if (limiter === undefined) return attempt();
  const account = email.toLowerCase();
  const network = clientNetwork(ip);
  const { take, giveBack } = guessesOf(limiter);
  const ofPair = await take('sign-ins', `${account} ${network}`);
  if (!ofPair.isGranted) throw new RateLimitedError(ofPair);
  const ofAccount = await take('sign-ins-by-account', account);
  if (!ofAccount.isGranted) {
    const known = await findNetworksByEmail(store.read, account);
    if (!known.includes(networkMark(config.SECRET, ip))) {
      giveBack();
      throw new RateLimitedError(ofAccount);
    }
  }
  return countFailure(attempt, giveBack);
};

/**
 * As `limitGuesses`, for an attempt at the second factor of a user: of a known password, hence by the account alone. Its
 * owner sees one that was `from` somewhere.
 */
export const limitCodes = async <Result>(
  { limiter, failedSignIns }: Pick<Context, 'limiter' | 'failedSignIns'>,
  { userId, from }: { userId: string; from?: { email: string; ip: string } },
  tryCode: () => Promise<Result>,
): Promise<Result> => {
  const attempt = (): Promise<Result> =>
    tryCode().catch((error: unknown) => {
      if (from !== undefined && isAbout(error, ['/code'])) failedSignIns.count(from.email, from.ip);
      throw error;
    });
  if (limiter === undefined) return attempt();
  const { take, giveBack } = guessesOf(limiter);
  const taken = await take('second-factors', userId);
  if (!taken.isGranted) throw new RateLimitedError(taken);
  return countFailure(attempt, giveBack);
};

const guessesOf = (limiter: NonNullable<Context['limiter']>) => {
  const taken: RateLimitResult[] = [];
  return {
    take: async (rate: Claim['rate'], subject: string): Promise<RateLimitResult> => {
      const result = await limiter.take({ rate, subject, factor: 1, tokens: 1 });
      taken.push(result);
      return result;
    },
    giveBack: (): void => {
      for (const result of taken) if (result.isGranted) limiter.giveBack(result);
    },
  };
};

const countFailure = async <Result>(
  attempt: () => Promise<Result>,
  giveBack: () => void,
): Promise<Result> => {
  try {
    const result = await attempt();
    giveBack();
    return result;
  } catch (error) {
    // A server that is busy or away has not looked at what was guessed.
    if (!(error instanceof ApiError) || error.status >= 500) giveBack();
    throw error;
  }
};

const isWrongPassword = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'unauthenticated') ||
  isAbout(error, ['/currentPassword', '/password']);

const isAbout = (error: unknown, fields: readonly string[]): boolean =>
  error instanceof ApiError && error.details?.some(({ path }) => fields.includes(path)) === true;

/**
 * Counts a message that anyone can have sent to an address, separately for each purpose, so that requests for one kind of
 * message do not use up another. Throws `rate_limited`, for any address.
 */
export const limitMails = async (
  { limiter }: Pick<Context, 'limiter'>,
  email: string,
  purpose: LinkPurpose,
): Promise<void> => {
  const subject = `${purpose} ${email.toLowerCase()}`;
  const result = await limiter?.take({ rate: 'mails', subject, factor: 1, tokens: 1 });
  if (result?.isGranted === false) throw new RateLimitedError(result);
};
