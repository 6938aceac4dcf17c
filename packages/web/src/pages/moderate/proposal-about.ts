import { type Client, type Proposal, listProposals } from '@patchbay/client';
import { limits } from '@patchbay/contract';

/** What waits for a second moderator about something, by its kind and what people call it. */
export const proposalAbout = async (
  client: Client,
  kind: 'node' | 'publisher' | 'user' | 'version',
  name: string,
  page = 1,
): Promise<Proposal | undefined> => {
  const { proposals, totalPages } = await listProposals(client, { page, limit: limits.pageSizeMax });
  const found = proposals.find(
    ({ subject, about }) =>
      subject.startsWith(`${kind}:`) && (kind === 'node' ? nodeIdIn(about) : about) === name,
  );
  if (found !== undefined || page >= totalPages) return found;
  return proposalAbout(client, kind, name, page + 1);
};

/** The node that a proposal is about. One that would go to another publisher is followed by that. */
export const nodeIdIn = (about: string): string => about.split(', ')[0] ?? about;
