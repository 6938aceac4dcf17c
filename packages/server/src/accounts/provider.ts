import type { FastifyBaseLogger } from 'fastify';
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import { limits } from '@patchbay/contract';
import { isStorable, unseen } from '@patchbay/contract/text-rules';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { BusyError, Semaphore } from '../limits/semaphore.ts';
import { fetchBounded } from '../outbound/fetch-bounded.ts';
import { OutboundError } from '../outbound/outbound-agent.ts';
import type { Outages } from '../outbound/outages.ts';
import { proofsOf, signInFailed } from './sign-in-flows.ts';
import { isMailboxAddress } from '../mail/mail-settings.ts';

/** Where the provider sends the browser. */
const callbackPath = '/sign-in/callback';

/** The external provider of the settings, by OpenID Connect. */
export interface Provider {
  issuer: string;
  /** What users call it. */
  name: string;
  /** The page where a sign-in continues. Throws `unavailable`. */
  begin(flow: string): Promise<string>;
  /** The person, by the query of the callback. Throws `sign_in_failed` or `unavailable`. */
  prove(flow: string, query: string): Promise<ExternalPerson>;
}

const timeoutMs = 10_000;
const bytesMax = 256 * 1024;
/** How long what the provider says of itself is used. Its keys are read again when an unknown one signs. */
const discoveryMs = 60 * 60_000;
/** Sign-ins that ask the provider at once, and those that wait. */
const bounds = { max: 16, queueMax: 200 };
/** The longest `sub` that the standard allows. */
const subjectCharsMax = 255;
const isSubject = (sub: string): boolean => sub.length <= subjectCharsMax && isStorable(sub);

const misconfigured = 'The provider does not do what it must. Tell the operator of this registry.';

interface Tools {
  config: Config;
  publicUrl: () => string;
  now: () => Date;
  outages: Outages;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The provider of the settings; undefined without one. Nothing is called before a sign-in begins. */
export const openProvider = ({ config, publicUrl, now, outages, log }: Tools): Provider | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, SECRET } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  const semaphore = new Semaphore('sign-ins ask the provider', bounds);
  const redirectUri = (): string => publicUrl() + callbackPath;
  let known: { until: number; configuration: Promise<Configuration> } | undefined;
  const configuration = (): Promise<Configuration> => {
    const at = now().getTime();
    if (known !== undefined && at < known.until) return known.configuration;
    const found = discover(config, new URL(issuer), clientId);
    const entry = { until: at + discoveryMs, configuration: found };
    known = entry;
    found.catch(() => {
      if (known === entry) known = undefined;
    });
    return found;
  };
  /** Has the log tell why the provider could not be asked, and the caller that it could not. */
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const answer = await semaphore.run(work);
      outages.answered('provider');
      return answer;
    } catch (error) {
      throw toApiError(error, { log, outages });
    }
  };
  return {
    issuer,
    name: config.OIDC_NAME ?? new URL(issuer).host,
    begin: (flow) =>
      ask(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
        const { state, nonce, verifier } = proofsOf(SECRET, flow);
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri(),
          scope: config.OIDC_SCOPES,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        if (!/^https?:$/.test(url.protocol)) throw signInFailed(misconfigured);
        return url.href;
      }),
    prove: (flow, query) =>
      ask(async () => {
        const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
        const { state, nonce, verifier } = proofsOf(SECRET, flow);
        const answer = new URL(redirectUri());
        answer.search = query;
        const ready = await configuration();
        const tokens = await authorizationCodeGrant(ready, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || !isSubject(claims.sub)) {
          throw signInFailed(misconfigured);
        }
        const isWhole = wanted(config).every((claim) => claims[claim] !== undefined);
        const more =
          isWhole || ready.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await fetchUserInfo(ready, tokens.access_token, claims.sub);
        return personOf(claims, more, config.OIDC_GROUPS_CLAIM);
      }),
  };
};

/** The provider of the registry. Throws `sign_in_method_off` if there is none. */
export const requireProvider = ({ provider }: { provider: Provider | undefined }): Provider => {
  if (provider !== undefined) return provider;
  throw new ApiError(
    'sign_in_method_off',
    'This registry has no external provider. Sign in with your e-mail address and password.',
  );
};

/** The claims that say more of a person than who they are. Some providers tell them only when they are asked again. */
const wanted = ({ OIDC_GROUPS: groups, OIDC_GROUPS_CLAIM: claim }: Config): string[] => [
  'name',
  'email',
  ...(groups === undefined ? [] : [claim]),
];

const discover = async (config: Config, issuer: URL, clientId: string): Promise<Configuration> => {
  const openid = await import('openid-client');
  const { OIDC_CLIENT_SECRET: secret, OUTBOUND_PRIVATE } = config;
  const mayCallPrivate = OUTBOUND_PRIVATE === 'yes';
  const byPost = secret === undefined ? openid.None() : openid.ClientSecretPost(secret);
  const byHeader = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret);
  return openid.discovery(
    issuer,
    clientId,
    { [openid.clockTolerance]: limits.identityClockSecondsMax },
    (server, ...given) =>
      server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
        ? byPost(server, ...given)
        : byHeader(server, ...given),
    {
      // The signature counts, although the token comes from the provider itself.
      execute: [openid.enableNonRepudiationChecks, ...(mayCallPrivate ? [openid.allowInsecureRequests] : [])],
      timeout: timeoutMs / 1_000,
      [openid.customFetch]: fetchBounded({ mayCallPrivate, timeoutMs, bytesMax }),
    },
  );
};

const toApiError = (error: unknown, { log, outages }: Pick<Tools, 'log' | 'outages'>): unknown => {
  if (error instanceof BusyError) return error;
  const causes = causesOf(error);
  const outage = causes.find((cause) => cause instanceof OutboundError);
  if (outage !== undefined) {
    return new ApiError('unavailable', 'The provider cannot be reached. Try again in some minutes.', {
      headers: { 'retry-after': '60' },
      cause: outages.failed('provider', outage),
    });
  }
  log.warn({ reason: reasonOf(causes) }, 'a sign-in with the external provider failed');
  if (error instanceof ApiError) return error;
  const isRefused = causes.some((cause) => errorCodeOf(cause) === 'access_denied');
  return signInFailed(
    isRefused
      ? 'The provider was told not to sign you in here. Begin again if that was a mistake.'
      : 'The provider did not confirm who signs in. Begin again.',
    error,
  );
};

const causesMax = 10;

const causesOf = (error: unknown): Error[] => {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < causesMax; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
};

/** The code of an error that the provider sent. */
const errorCodeOf = (cause: Error): string | undefined => {
  const { error } = cause as { error?: unknown };
  return typeof error === 'string' ? error.slice(0, 100) : undefined;
};

/** Without what the errors hold besides: the log has no claims of people, and no code. */
const reasonOf = (causes: readonly Error[]): string =>
  causes.flatMap((cause) => [cause.message.slice(0, 500), errorCodeOf(cause) ?? []].flat()).join(': ');

/** Whom the provider vouched for. */
interface ExternalPerson {
  issuer: string;
  subject: string;
  /** One line of visible characters; undefined if the provider tells no name. */
  name: string | undefined;
  /** In lower case; undefined unless the provider verified it. */
  email: string | undefined;
  groups: readonly string[];
}

const groupsMax = 1_000;

/** Whom these claims are about. Nothing of them is taken as it is: people may choose them at the provider. */
const personOf = (
  idToken: IDToken,
  userinfo: Partial<UserInfoResponse>,
  groupsClaim: string,
): ExternalPerson => {
  const claims = { ...userinfo, ...idToken };
  const { iss: issuer, sub: subject } = idToken;
  // One of them says nothing of the address in the other.
  const email = [idToken, userinfo].find((one) => one.email_verified === true)?.email;
  const names = [claims.name, claims['preferred_username'], claims['nickname']];
  const groups: unknown = claims[groupsClaim];
  return {
    issuer,
    subject,
    name: names.map(lineOf).find((name) => name !== ''),
    email: isAddress(email) ? email.toLowerCase() : undefined,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group) => typeof group === 'string')
      .slice(0, groupsMax),
  };
};

const unseenCharacters = new RegExp(`[${unseen}]`, 'gu');

/** What a claim says, as one line of visible characters; empty if it says nothing. */
const lineOf = (claim: unknown): string =>
  typeof claim === 'string'
    ? Array.from(claim.replaceAll(/\s+/g, ' ').replaceAll(unseenCharacters, '').trim())
        .slice(0, limits.nameCharsMax)
        .join('')
        .trim()
    : '';

/** Of ASCII alone: some other letters become ASCII in lower case, and the address that of somebody else. */
const isAddress = (email: unknown): email is string => typeof email === 'string' && isMailboxAddress(email);
