import { toolTables } from '@patchbay/inspect/project';
import type { Call } from '../call.ts';
import { findCredential, tokenOfEnvironment } from '../credentials/credentials.ts';
import { type Connection, connectWith } from '../connect.ts';
import type { Context } from '../context.ts';
import { readRegistryUrl } from '../settings/registry-url.ts';
import { findCiIdentity, noCiIdentity } from './ci-identity.ts';

/** What a personal access token of a registry like ours begins with. */
export const tokenPrefix = 'pbp_';

/**
 * The variable of a host's CI recipes that holds the token to publish with; undefined if PATCHBAY_TOKEN does, or none of
 * them. A variable of others may hold the token of another registry, which must not be sent here.
 */
export const tokenVariableOf = (context: Context): string | undefined =>
  tokenOfEnvironment(context) !== undefined
    ? undefined
    : toolTables
        .map(({ tokenVariable }) => tokenVariable)
        .find((name) => name !== undefined && context.env[name]?.trim().startsWith(tokenPrefix));

/**
 * The registry with the token to publish with: PATCHBAY_TOKEN, the variable of a host's CI recipes, or that of the
 * login. Without any, a job of a CI that says who it is gets one later. Throws `not_signed_in` where there is nothing of this.
 */
export const connectPublisher = async (call: Call): Promise<Connection> => {
  const { context, registryFlag } = call;
  if (tokenOfEnvironment(context) !== undefined) return call.connectSignedIn();
  const variable = tokenVariableOf(context);
  const registry = await readRegistryUrl(context, registryFlag);
  if (variable !== undefined) return connectWith(context, registry, context.env[variable]?.trim());
  if ((await findCredential(context, registry)) !== undefined) return call.connectSignedIn();
  if (findCiIdentity(context) === undefined) throw noCiIdentity(context, registry);
  return connectWith(context, registry, undefined);
};
