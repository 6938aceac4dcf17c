import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Position } from '../../resources/public-change.ts';
import { versionsShown } from './following.ts';

export const getCatalogue = endpoint({
  method: 'GET',
  path: '/catalogue',
  tag: 'catalogue',
  summary: 'The whole public catalogue as lines of JSON, or what changed since a position',
  auth: 'public',
  rateCosts: { reads: 10 },
  query: Type.Object({
    since: Type.Optional(
      Position(
        'Only what changed since: `next` of an earlier answer, or the number of a change. The whole catalogue comes if the position is unknown or very old; its first line says so',
      ),
    ),
    ...versionsShown,
  }),
  reply: {
    status: 200,
    description:
      'One JSON object a line: first `{"catalogue": …}` with `last_seq` and `next`; then `{"node": …}` and `{"node_version": …}`, or with `since` what `/changes` lists',
    body: 'application/x-ndjson',
    headers: ['ETag', 'X-Last-Seq'],
  },
  otherReplies: {
    304: {
      description: 'If-None-Match names the ETag of the response',
      headers: ['ETag', 'Cache-Control', 'X-Last-Seq'],
    },
  },
  errors: [],
});
