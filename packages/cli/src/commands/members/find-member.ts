import type { PublisherMember } from '@patchbay/client';
import type { Connection } from '../../connect.ts';
import { CliError } from '../../errors.ts';

/** The member with this id or e-mail address. Throws `not_found`. */
export const findMember = async (
  { api, client }: Connection,
  publisherId: string,
  wanted: string,
): Promise<PublisherMember> => {
  const members = await api.listMembers(client, { publisherId });
  const member = members.find(({ id, user }) => id === wanted || user.email === wanted.toLowerCase());
  if (member !== undefined) return member;
  throw new CliError('not_found', `${publisherId} has no member "${wanted}".`, {
    next: 'Run `patchbay members list`.',
  });
};
