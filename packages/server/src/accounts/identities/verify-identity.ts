import { createHash } from 'node:crypto';
import { limits } from '@patchbay/contract';
import { type JWTPayload, type JWTVerifyGetKey, decodeJwt, errors, jwtVerify } from 'jose';
import type { TrustedIssuer } from '../../config.ts';
import type { Context } from '../../context.ts';
import { ApiError, type ServerAwayError } from '../../errors.ts';
import { issuerKeys } from '../../outbound/issuer-keys.ts';
import { OutboundError } from '../../outbound/outbound-agent.ts';
import type { Identity } from './identity.ts';

/** Fixed, so that no token chooses how it is verified. */
const algorithms = ['RS256', 'ES256'];
const hourSeconds = 60 * 60;
const idCharsMax = 255;

type Tools = Pick<Context, 'config' | 'now' | 'outages' | 'publicUrl'>;

/** For whom tokens must be meant. */
export const audienceOf = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => new URL(publicUrl()).origin;

/**
 * What a token says of its CI job, once its issuer, signature, audience and times are verified. Throws
 * `invalid_identity_token`, and `unavailable` if the keys of the issuer cannot be read.
 */
export const verifyIdentity = async (tools: Tools, token: string): Promise<Identity> => {
  const { config, now } = tools;
  const issuer = requireIssuer(config.TRUSTED_ISSUERS, token);
  const audience = audienceOf(tools);
  const keys = await readKeys(tools, issuer);
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: issuer.url,
      audience,
      currentDate: now(),
      clockTolerance: limits.identityClockSecondsMax,
      maxTokenAge: limits.identityTokenHoursMax * hourSeconds,
      requiredClaims: ['exp', 'iat', 'jti'],
    }));
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw refusalOf(error, audience);
  }
  const { aud, exp = 0, iat = 0 } = payload;
  const { jti }: { jti?: unknown } = payload;
  if (typeof aud !== 'string' && aud?.length !== 1) {
    throw invalid(`It has several audiences. Ask its issuer for one with "${audience}" alone.`);
  }
  if (typeof jti !== 'string' || jti === '' || jti.length > idCharsMax) {
    throw invalid('Its claim "jti" must be a text of 1 to 255 characters.');
  }
  const endsAt = Math.min(exp, iat + limits.identityTokenHoursMax * hourSeconds);
  return {
    issuer,
    digest: createHash('sha256')
      .update(JSON.stringify([issuer.url, jti]))
      .digest('hex'),
    forgetAt: new Date((endsAt + limits.identityClockSecondsMax) * 1_000),
    claims: textsOf(payload),
  };
};

const invalid = (sentence: string, cause?: unknown): ApiError =>
  new ApiError('invalid_identity_token', `The token of the CI job cannot be accepted. ${sentence}`, {
    headers: { 'www-authenticate': 'Bearer' },
    cause,
  });

/** The error for a token that was exchanged before. */
export const usedBefore = (): ApiError =>
  invalid('It was exchanged before. Ask the CI for a fresh one, and exchange each once.');

const requireIssuer = (trusted: readonly TrustedIssuer[], token: string): TrustedIssuer => {
  let issuer: unknown;
  try {
    ({ iss: issuer } = decodeJwt(token));
  } catch (cause) {
    throw invalid('It is no JSON Web Token. Send the whole text that the CI gave.', cause);
  }
  const found = trusted.find(({ url }) => url === issuer);
  if (found !== undefined) return found;
  const known = trusted.map(({ url }) => url).join(', ') || 'none';
  throw invalid(`This registry does not trust its issuer. It trusts: ${known}.`);
};

const readKeys = async ({ config, outages }: Tools, { url }: TrustedIssuer): Promise<JWTVerifyGetKey> => {
  const read = async <Found>(find: () => Promise<Found>): Promise<Found> => {
    try {
      return await find();
    } catch (error) {
      if (isOfToken(error) || !(error instanceof Error)) throw error;
      throw keysAway(url, outages.failed('issuer', error, url), error);
    }
  };
  const keys = await read(() => issuerKeys(url, config.OUTBOUND_PRIVATE === 'yes'));
  return async (header, jws) => {
    const key = await read(async () => keys(header, jws));
    outages.answered('issuer', url);
    return key;
  };
};

/** Whether it is the token that names no key, and not the issuer that has none to show. */
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

const keysAway = (url: string, cause: ServerAwayError, error: Error): ApiError =>
  new ApiError(
    'unavailable',
    `The keys of ${url} cannot be read${error instanceof OutboundError ? `: ${error.message}` : ''}. Try again in a moment.`,
    { headers: { 'retry-after': '5' }, cause },
  );

const refusalOf = (error: errors.JOSEError, audience: string): ApiError => {
  if (error instanceof errors.JWTExpired) {
    return invalid('It has expired, or is too old. Ask the CI for a fresh one.', error);
  }
  if (error instanceof errors.JWTClaimValidationFailed)
    return invalid(sentenceOf(error.claim, audience), error);
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return invalid(`It must be signed by ${algorithms.join(' or ')}.`, error);
  }
  return invalid('Its signature is not by a key of its issuer. Send the whole text that the CI gave.', error);
};

const sentenceOf = (claim: string, audience: string): string =>
  claim === 'aud'
    ? `It is meant for another audience. Ask the CI for one with the audience "${audience}".`
    : `Its claim "${claim}" is missing, or not yet or not any more good.`;

/** The texts, numbers and flags among the claims. */
const textsOf = (payload: JWTPayload): Record<string, string> =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  );
