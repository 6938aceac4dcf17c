import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { patchProperties } from '../../patch.ts';
import { QuotaMaxima, Usage } from '../../resources/quota.ts';
import { Reason } from '../../resources/reason.ts';

export const updatePublisherQuotas = endpoint({
  method: 'PUT',
  path: '/admin/publishers/{publisherId}/quotas',
  tag: 'moderation',
  summary: 'Set the quotas of a publisher',
  auth: 'bearer',
  body: Type.Object(
    { ...patchProperties(QuotaMaxima('publisher')), reason: Type.Optional(Reason) },
    { description: 'Only the quotas present change; null restores the default. A change needs a reason' },
  ),
  reply: { status: 200, description: 'All its quotas', body: Usage('publisher') },
  errors: ['forbidden', 'publisher_not_found'],
});
