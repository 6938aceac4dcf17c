import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandUser } from '../guards/user.ts';
import { presentPublisherWithMembers } from '../present/publisher.ts';
import { findMembers } from '../store/members.ts';
import { findPublishersOfUser } from '../store/publishers.ts';

export const listMyPublishers: Operation<Endpoints['listMyPublishers']> = async ({ store }, { actor }) => {
  const publishers = await findPublishersOfUser(store.read, demandUser(actor).userId);
  return Promise.all(
    publishers.map(async (publisher) =>
      presentPublisherWithMembers(publisher, await findMembers(store.read, publisher.id), {
        withEmail: true,
      }),
    ),
  );
};
