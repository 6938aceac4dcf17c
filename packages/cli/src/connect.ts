import type * as Api from '@patchbay/client';
import manifest from '../package.json' with { type: 'json' };
import type { Context } from './context.ts';
import { type Credential, findCredential } from './credentials/credentials.ts';
import { CliError, requireOnline } from './errors.ts';
import { requirePrivateWay } from './settings/require-private-way.ts';
import { readRegistryUrl } from './settings/registry-url.ts';

export interface Connection {
  /** The functions of the endpoints. */
  readonly api: typeof Api;
  /** What they are called with. */
  readonly client: Api.Client;
  /** The URL of the registry, without a slash at its end. */
  readonly registry: string;
}

export interface SignedIn extends Connection {
  readonly credential: Credential;
}

/** The registry as an endpoint's caller. It sends the token only to the registry that it is for. */
export const connect = async (context: Context, registryFlag: string | undefined): Promise<Connection> => {
  const registry = await readRegistryUrl(context, registryFlag);
  return open(context, registry, (await findCredential(context, registry))?.token);
};

/** As `connect`. Throws `not_signed_in` if there is no token. */
export const connectSignedIn = async (
  context: Context,
  registryFlag: string | undefined,
): Promise<SignedIn> => {
  const registry = await readRegistryUrl(context, registryFlag);
  const credential = await findCredential(context, registry);
  if (credential === undefined) {
    throw new CliError('not_signed_in', `You are not signed in to ${registry}.`);
  }
  return { ...(await open(context, registry, credential.token)), credential };
};

/** As `connect`, with a token that is not saved yet, or with none. */
export const connectWith = (
  context: Context,
  registry: string,
  token: string | undefined,
): Promise<Connection> => open(context, registry, token);

const open = async (context: Context, registry: string, token: string | undefined): Promise<Connection> => {
  requireOnline(context);
  if (token !== undefined) requirePrivateWay(context, registry);
  const api = await import('@patchbay/client');
  return { api, registry, client: api.createClient({ url: registry, token, fetch: underOwnName(context) }) };
};

/** By which the owner of an account knows its sessions. */
export const underOwnName =
  ({ fetch, platform }: Context): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('user-agent', `patchbay/${manifest.version} (${platform})`);
    return fetch(input, { ...init, headers });
  };
