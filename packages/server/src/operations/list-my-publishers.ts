import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandUser } from '../guards/user.ts';
import { presentPublisherWithMembers } from '../present/publisher.ts';
import { findMembersOfPublishers } from '../store/members.ts';
import { findPublishersOfUser } from '../store/publishers.ts';

export const listMyPublishers: Operation<Endpoints['listMyPublishers']> = async ({ store }, { actor }) => {
  const publishers = await findPublishersOfUser(store.read, demandUser(actor).userId);
  const members = await findMembersOfPublishers(
    store.read,
    publishers.map(({ id }) => id),
  );
  return publishers.map((publisher) =>
    presentPublisherWithMembers(publisher, members.get(publisher.id) ?? [], { withEmail: true }),
  );
};
