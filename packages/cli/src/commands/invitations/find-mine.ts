import type { Invitation } from '@patchbay/client';
import type { Connection } from '../../connect.ts';
import { CliError } from '../../errors.ts';

/** The open invitation to the caller with this id, or of this publisher. Throws `not_found`. */
export const findMine = async ({ api, client }: Connection, wanted: string): Promise<Invitation> => {
  const { invitations } = await api.listMyInvitations(client, { limit: 100 });
  const found = invitations.find(
    ({ id, publisher_id: publisherId }) => id === wanted || publisherId === wanted,
  );
  if (found !== undefined) return found;
  throw new CliError('not_found', `There is no open invitation "${wanted}" to you.`, {
    next: 'Run `patchbay invitations list`.',
  });
};
