import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Proposal } from '../../resources/proposal.ts';
import { page, paged } from '../paging.ts';

export const listProposals = endpoint({
  method: 'GET',
  path: '/admin/proposals',
  tag: 'moderation',
  summary: 'List what waits for a second moderator',
  auth: 'bearer',
  query: Type.Object(page(limits.pageSizeMax)),
  reply: { status: 200, description: 'The proposals, oldest first', body: paged('proposals', Proposal) },
  errors: ['forbidden'],
});
