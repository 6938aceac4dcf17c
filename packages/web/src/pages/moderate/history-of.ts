import { type Client, type ListChangesReply, listChanges } from '@patchbay/client';

/** The last changes of a subject, the newest first, with the names of who made them. */
export const historyOf = async (
  client: Client,
  subject: string,
  limit: number,
): Promise<ListChangesReply['changes']> => {
  const asked = { subject, limit, newest_first: true, include_names: true };
  return (await listChanges(client, asked)).changes;
};
