import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { patchProperties } from '../../patch.ts';
import { QuotaMaxima, Usage } from '../../resources/quota.ts';
import { Reason } from '../../resources/reason.ts';

export const updateNodeQuotas = endpoint({
  method: 'PUT',
  path: '/admin/nodes/{nodeId}/quotas',
  tag: 'moderation',
  summary: 'Set the quotas of a node',
  auth: 'bearer',
  body: Type.Object(
    { ...patchProperties(QuotaMaxima('node')), reason: Type.Optional(Reason) },
    { description: 'Only the quotas present change; null restores the default. A change needs a reason' },
  ),
  reply: { status: 200, description: 'All its quotas', body: Usage('node') },
  errors: ['forbidden', 'node_not_found'],
});
