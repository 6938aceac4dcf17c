import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { NamedChange } from '../../resources/change.ts';
import { Subject } from '../../text.ts';

export const listChanges = endpoint({
  method: 'GET',
  path: '/admin/changes',
  tag: 'moderation',
  summary: 'The log of all changes, by default oldest first',
  auth: 'bearer',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The last seq already seen; default 0',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `Default ${limits.changesPageSizeDefault}, larger than ${limits.changesPageSizeMax} serves ${limits.changesPageSizeMax}. Large changes come in smaller pages; only an empty page ends the log`,
      }),
    ),
    subject: Type.Optional(Subject('Only changes of this subject')),
    newest_first: Type.Optional(
      Type.Boolean({ description: 'Whether to begin with the last change; default false' }),
    ),
    include_names: Type.Optional(
      Type.Boolean({ description: 'Whether to include actor_name; default false' }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The changes',
    body: Type.Object({ changes: Type.Array(NamedChange) }),
  },
  errors: ['forbidden'],
});
