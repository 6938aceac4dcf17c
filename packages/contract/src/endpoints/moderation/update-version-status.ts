import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AdvisoryText } from '../../resources/advisory.ts';
import { NodeVersion } from '../../resources/node-version.ts';
import { proposed } from '../../resources/proposal.ts';
import { nodeVersionStatuses } from '../../statuses.ts';
import { Text, TextList } from '../../text.ts';

export const updateVersionStatus = endpoint({
  method: 'PUT',
  path: '/admin/nodes/{nodeId}/versions/{version}',
  tag: 'moderation',
  summary: 'Change the status of a version, with a reason, or set its admin tags',
  auth: 'bearer',
  body: Type.Object({
    status: Type.Optional(Type.Enum([...nodeVersionStatuses])),
    status_reason: Type.Optional(Text(limits.descriptionCharsMax, 'Required with a new status')),
    reason: Type.Optional(Text(limits.descriptionCharsMax, 'Required where only the tags change')),
    advisory: Type.Optional(AdvisoryText),
    tags_admin: Type.Optional(TextList(limits.listItemsMax, 'Admin-only tags')),
  }),
  reply: { status: 200, description: 'The version', body: NodeVersion },
  otherReplies: { 202: proposed },
  errors: ['forbidden', 'node_not_found', 'version_not_found', 'illegal_transition'],
});
