import type { Client } from '@patchbay/client';

/** A client that calls the URLs of the host, and reads its names as those of the interface. */
export const inNamesOfHost = async (client: Client): Promise<Client> => {
  const { builtInProfiles, fetchInNamesOf } = await import('@patchbay/contract');
  return { ...client, fetch: fetchInNamesOf(builtInProfiles.comfyui, client.url, client.fetch) };
};
