import { type Publisher, type PublisherMember, getMe, getPublisher, listMembers } from '@patchbay/client';
import type { Visit } from '../../site.ts';

export interface OwnPublisher {
  publisher: Publisher;
  members: readonly PublisherMember[];
  /** The visitor's own membership. */
  own: PublisherMember | undefined;
  isOwner: boolean;
}

/** The publisher of the address, for its members. Throws what the registry tells everyone else. */
export const loadPublisher = async ({ client, params }: Visit): Promise<OwnPublisher> => {
  const { publisherId = '' } = params;
  // First, so that a visitor who is not signed in is sent to do so, also where there is no such publisher.
  const me = await getMe(client);
  const [publisher, members] = await Promise.all([
    getPublisher(client, { publisherId }),
    listMembers(client, { publisherId }),
  ]);
  const own = members.find(({ user }) => user.id === me.id);
  return { publisher, members, own, isOwner: own?.role === 'owner' };
};
