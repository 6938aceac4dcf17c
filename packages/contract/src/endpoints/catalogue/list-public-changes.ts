import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Position, PublicChange, reached } from '../../resources/public-change.ts';
import { versionsShown, wait } from './following.ts';

export const listPublicChanges = endpoint({
  method: 'GET',
  path: '/changes',
  tag: 'catalogue',
  summary: 'The public changes after a position, oldest first, each with the document as it is now',
  auth: 'public',
  isNeverKept: true,
  waits: true,
  query: Type.Object({
    since: Type.Optional(
      Position('`next` of the answer before, or the number of a change; default 0, the beginning'),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `Default ${limits.changesPageSizeDefault}, larger than ${limits.changesPageSizeMax} serves ${limits.changesPageSizeMax}. Large documents come in smaller pages; see \`more\``,
      }),
    ),
    wait,
    ...versionsShown,
  }),
  reply: {
    status: 200,
    description: 'The changes; what changed several times usually comes once, at its last change',
    body: Type.Object({
      changes: Type.Array(PublicChange),
      ...reached,
      more: Type.Boolean({ description: 'Whether there are more at once' }),
    }),
  },
  errors: ['position_unknown'],
});
