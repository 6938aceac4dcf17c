import type { Invitation } from '@patchbay/client';
import type { Connection } from '../../connect.ts';
import { CliError } from '../../errors.ts';

/** The open invitation to the caller with this id, or of this publisher. Throws `not_found`. */
export const findMine = async ({ api, client }: Connection, wanted: string): Promise<Invitation> => {
  for await (const invitation of api.itemsOf(api.listMyInvitations, client, { limit: 100 })) {
    if (invitation.id === wanted || invitation.publisher_id === wanted) return invitation;
  }
  throw new CliError('not_found', `There is no open invitation "${wanted}" to you.`, {
    next: 'Run `patchbay invitations list`.',
  });
};
