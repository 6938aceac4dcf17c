import { toolTables } from '@patchbay/inspect/project';
import type { Call } from '../call.ts';
import { tokenOfEnvironment } from '../credentials/credentials.ts';
import { type Connection, connectWith } from '../connect.ts';
import { readRegistryUrl } from '../settings/registry-url.ts';

/** What a personal access token of a registry like ours begins with. */
export const tokenPrefix = 'pbp_';

/**
 * The registry with the token to publish with: PATCHBAY_TOKEN, the variable of a host's CI recipes, or that of the
 * login. A variable of others may hold the token of another registry, which must not be sent here.
 */
export const connectPublisher = async (call: Call): Promise<Connection> => {
  const { context, registryFlag } = call;
  if (tokenOfEnvironment(context) !== undefined) return call.connectSignedIn();
  const token = toolTables
    .map(({ tokenVariable }) => tokenVariable && context.env[tokenVariable]?.trim())
    .find((value) => value?.startsWith(tokenPrefix));
  if (token === undefined || token === '') return call.connectSignedIn();
  return connectWith(context, await readRegistryUrl(context, registryFlag), token);
};
