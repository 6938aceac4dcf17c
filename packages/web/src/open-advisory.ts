import { type Client, type GetAdvisoryReply, getAdvisory, listAdvisories } from '@patchbay/client';
import { limits } from '@patchbay/contract';

/** The advisory about a banned version, or about a banned node, unless there is none or it was withdrawn. */
export const findOpenAdvisory = async (
  client: Client,
  nodeId: string,
  version?: string,
): Promise<GetAdvisoryReply | undefined> => {
  const { advisories } = await listAdvisories(client, {
    node_id: [nodeId],
    limit: limits.cataloguePageSizeMax,
  });
  const open = advisories.find((one) => one.version === version && one.withdrawn === undefined);
  return open && getAdvisory(client, { advisoryId: open.id });
};
