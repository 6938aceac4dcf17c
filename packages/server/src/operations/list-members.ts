import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { permittedPublisher } from '../guards/publisher.ts';
import { presentMember } from '../present/publisher.ts';
import { findMembers } from '../store/members.ts';

export const listMembers: Operation<Endpoints['listMembers']> = async (context, { actor, params }) => {
  const { id } = await permittedPublisher(context, actor, 'members.manage', params.publisherId);
  const members = await findMembers(context.store.read, id);
  return members.map((member) => presentMember(member, { withEmail: true }));
};
