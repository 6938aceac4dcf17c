import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Context } from '../context.ts';
import { invalidValue } from '../errors.ts';
import { isInBreach } from './password-breaches.ts';

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

/**
 * Throws `invalid_request` about the field with this name if others would guess the password: because it has the
 * account's address or name in it, or is among those that are tried first, or was found in a breach by the service of
 * `PASSWORD_CHECK_URL`. While that service cannot be reached, its answer counts as no.
 */
export const requireGoodPassword = async (
  tools: Pick<Context, 'config' | 'metrics' | 'outages'>,
  password: string,
  owner: Owner,
  field: 'password' | 'newPassword',
): Promise<void> => {
  const fault =
    (await findPasswordFault(password, owner)) ??
    ((await isInBreach(tools, password)) === true ? 'was found in a breach of another service' : undefined);
  if (fault === undefined) return;
  throw invalidValue(
    `/${field}`,
    `This password ${fault}. Choose another one, such as several words that have nothing to do with each other.`,
  );
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
