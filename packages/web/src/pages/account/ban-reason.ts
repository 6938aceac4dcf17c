import { type Client, listPublisherChanges } from '@patchbay/client';

/** Why a moderator banned a publisher, or a node of it, if that is among its last changes. */
export const banReason = async (
  client: Client,
  publisherId: string,
  nodeId?: string,
): Promise<string | undefined> => {
  const { changes } = await listPublisherChanges(client, { publisherId });
  const status = nodeId === undefined ? 'PublisherStatusBanned' : 'NodeStatusBanned';
  return changes.find(({ after = {}, node_id: of }) => of === nodeId && Object.values(after).includes(status))
    ?.reason;
};
