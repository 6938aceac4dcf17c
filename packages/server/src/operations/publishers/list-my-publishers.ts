import type { Endpoints } from '@patchbay/contract';
import { requireUser } from '../../authorization/publisher.ts';
import { presentPublisherWithMembers } from '../../documents/present.ts';
import { barePageOf } from '../../store/listing/pages.ts';
import { findMembersOfPublishers } from '../../store/rows/members.ts';
import { findPublishersOfUser } from '../../store/rows/publishers.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const listMyPublishers: Operation<Endpoints['listMyPublishers']> = async (
  { store },
  { actor, query },
) => {
  const page = await findPublishersOfUser(store.read, requireUser(actor).userId, barePageOf(query));
  const members = await findMembersOfPublishers(
    store.read,
    page.items.map(({ id }) => id),
  );
  return new BarePage(
    page,
    page.items.map((publisher) =>
      presentPublisherWithMembers(publisher, members.get(publisher.id) ?? [], { withEmail: true }),
    ),
  );
};
