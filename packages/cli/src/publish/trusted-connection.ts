import type { Context } from '../context.ts';
import type { Connection } from '../connect.ts';
import { requirePrivateWay } from '../settings/require-private-way.ts';
import { findCiIdentity, noCiIdentity } from './ci-identity.ts';

/** What a job of a CI publishes. */
export interface Publication {
  readonly publisherId: string;
  readonly nodeId: string;
}

/** The request by which the job that runs this says who it is. Throws `not_signed_in` where it cannot. */
export const identityRequest = async (
  context: Context,
  registry: string,
  { publisherId, nodeId }: Publication,
): Promise<{ token: string; publisher_id: string; node_id: string }> => {
  const askIdentity = findCiIdentity(context);
  if (askIdentity === undefined) throw noCiIdentity(context, registry);
  requirePrivateWay(context, registry);
  const token = await askIdentity(new URL(registry).origin);
  return { token, publisher_id: publisherId, node_id: nodeId };
};

/** The connection if it has a token, else with one that the registry gives to this job of a CI for this publish. */
export const trustedConnection = async (
  context: Context,
  connection: Connection,
  publication: Publication,
): Promise<Connection> => {
  const { api, client, registry } = connection;
  if (client.token !== undefined) return connection;
  const body = await identityRequest(context, registry, publication);
  const { token } = await api.exchangeIdentityToken(client, { body });
  return { ...connection, client: { ...client, token } };
};
