import { type JWTVerifyGetKey, createRemoteJWKSet, customFetch } from 'jose';
import { fetchText } from './fetch-text.ts';
import { OutboundError } from './outbound-agent.ts';

/** How long it is remembered where the keys of an issuer are, as the keys themselves are: it may move to others. */
const rememberedMs = 10 * 60_000;
/** How long an issuer is left alone that could not be asked: anybody can name it. */
const failedMs = 5_000;
const fetchMs = 10_000;

const known = new Map<string, { until: number; keys: Promise<JWTVerifyGetKey> }>();

/**
 * The keys by which an issuer signs its tokens (OpenID Connect Discovery 1.0). Throws OutboundError, as does the
 * function that it returns, which asks again for a key that it does not know, at most every 30 seconds.
 */
export const issuerKeys = (issuer: string, mayCallPrivate: boolean): Promise<JWTVerifyGetKey> => {
  const name = `${issuer} ${mayCallPrivate}`;
  const remembered = known.get(name);
  if (remembered !== undefined && performance.now() < remembered.until) return remembered.keys;
  const keys = discover(issuer, mayCallPrivate);
  known.set(name, { until: performance.now() + rememberedMs, keys });
  keys.catch(() => known.set(name, { until: performance.now() + failedMs, keys }));
  return keys;
};

const discover = async (issuer: string, mayCallPrivate: boolean): Promise<JWTVerifyGetKey> => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { issuer: named, jwks_uri: keysUrl } = await fetchJson(address, mayCallPrivate);
  if (named !== issuer) throw new OutboundError(`${address} describes another issuer`);
  if (typeof keysUrl !== 'string' || !URL.canParse(keysUrl)) {
    throw new OutboundError(`${address} does not say where the keys are`);
  }
  return createRemoteJWKSet(new URL(keysUrl), {
    timeoutDuration: fetchMs,
    [customFetch]: async (url) => Response.json(await fetchJson(url, mayCallPrivate)),
  });
};

const fetchJson = async (address: string, mayCallPrivate: boolean): Promise<Record<string, unknown>> => {
  const { host } = new URL(address);
  const text = await fetchText(address, { hosts: [host], mayCallPrivate });
  if (text === undefined) throw new OutboundError(`there is nothing at ${address}`, { passes: true });
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw new OutboundError(`${address} is no JSON`, { passes: true, cause });
  }
  throw new OutboundError(`${address} is no JSON object`);
};
