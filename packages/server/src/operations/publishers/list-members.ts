import type { Endpoints } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentMember } from '../../documents/present.ts';
import { barePageOf } from '../../store/listing/pages.ts';
import { findMemberPage } from '../../store/rows/members.ts';
import { BarePage } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const listMembers: Operation<Endpoints['listMembers']> = async (context, { actor, params, query }) => {
  const { id } = await permittedPublisher(context.store.read, actor, 'members.read', params.publisherId);
  const page = await findMemberPage(context.store.read, id, barePageOf(query));
  return new BarePage(
    page,
    page.items.map((member) => presentMember(member, { withEmail: true })),
  );
};
