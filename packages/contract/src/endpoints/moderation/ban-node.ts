import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { AdvisoryText } from '../../resources/advisory.ts';
import { Reason } from '../../resources/reason.ts';

export const banNode = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/nodes/{nodeId}/ban',
  tag: 'moderation',
  summary: 'Ban a node, with a reason; one that is banned stays so',
  auth: 'bearer',
  body: Type.Object({ reason: Reason, advisory: Type.Optional(AdvisoryText) }),
  reply: { status: 204, description: 'The node is banned' },
  errors: ['forbidden', 'publisher_not_found', 'node_not_found'],
});
