import { createHash } from 'node:crypto';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { fetchText } from '../outbound/fetch-text.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';

/** Who will sign in with a password. */
interface Owner {
  email: string;
  name: string;
}

/** Guesses that are tried first, by lists of passwords, words with digits, dates, and rows of keys: 10 to the power of this. */
const guessesMin = 8;
/** Of a password; what is behind takes longer to judge than it is worth. */
const judgedCharsMax = 32;
/** Parts of an address or a name that are shorter are in many good passwords. */
const ownCharsMin = 4;
/** Of the answer of the service: it has a line of 40 characters for each password that begins alike. */
const answerBytesMax = 1024 * 1024;

/**
 * Throws `invalid_request` about the field with this name if others would guess the password: because it has the
 * account's address or name in it, or is among those that are tried first, or was found in a breach by the service of
 * `PASSWORD_CHECK_URL`. While that service cannot be reached, its answer counts as no.
 */
export const requireGoodPassword = async (
  tools: Pick<Context, 'config' | 'metrics'>,
  password: string,
  owner: Owner,
  field: 'password' | 'newPassword',
): Promise<void> => {
  const fault = (await findPasswordFault(password, owner)) ?? (await findBreach(tools, password));
  if (fault === undefined) return;
  const message = `This password ${fault}. Choose another one, such as several words that have nothing to do with each other.`;
  throw new ApiError('invalid_request', message, { details: [{ path: `/${field}`, message }] });
};

/** What is wrong with a password that is long enough, as far as this server can tell by itself. */
export const findPasswordFault = async (password: string, owner: Owner): Promise<string | undefined> => {
  const bare = lettersOf(password);
  const own = [owner.email, owner.email.split('@')[0] ?? '', owner.name].map(lettersOf);
  if (own.some((part) => part.length >= ownCharsMin && bare.includes(part))) {
    return 'contains your e-mail address or your name';
  }
  const { guessesLog10 } = (await loadJudge()).check(password, [owner.email, owner.name, 'patchbay']);
  return guessesLog10 < guessesMin ? 'is among those that are guessed first' : undefined;
};

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

let judge: Promise<ZxcvbnFactory> | undefined;

/** Knows forty thousand common passwords, and is loaded when the first password is set. */
const loadJudge = (): Promise<ZxcvbnFactory> => {
  judge ??= openJudge();
  return judge;
};

// By their default exports, which are all that the bundle of the server has of them.
const openJudge = async (): Promise<ZxcvbnFactory> => {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  const { dictionary, adjacencyGraphs: graphs } = common.default;
  return new core.default.ZxcvbnFactory({ dictionary, graphs, maxLength: judgedCharsMax });
};

/** Asks the service by the first five characters of the password's SHA-1, from which nobody learns the password. */
const findBreach = async (
  { config, metrics }: Pick<Context, 'config' | 'metrics'>,
  password: string,
): Promise<string | undefined> => {
  const { PASSWORD_CHECK_URL: base, OUTBOUND_PRIVATE } = config;
  if (base === undefined) return undefined;
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const answer = await fetchText(`${base}/${digest.slice(0, 5)}`, {
      hosts: [new URL(base).host],
      mayCallPrivate: OUTBOUND_PRIVATE === 'yes',
      bytesMax: answerBytesMax,
    });
    const isKnown = (answer ?? '').split(/\r?\n/).some((line) => isFound(line, digest.slice(5)));
    metrics.count('passwordChecks', { outcome: isKnown ? 'breached' : 'unknown' });
    return isKnown ? 'was found in a breach of another service' : undefined;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    metrics.count('passwordChecks', { outcome: 'failed' });
    return undefined;
  }
};

/** A line is the rest of a digest and how often it was found; padding was found no time. */
const isFound = (line: string, rest: string): boolean => {
  const [suffix, count] = line.split(':');
  return suffix?.toUpperCase() === rest && Number(count) > 0;
};
