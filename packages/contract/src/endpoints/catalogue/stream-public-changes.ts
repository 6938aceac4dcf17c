import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Position } from '../../resources/public-change.ts';
import { versionsShown } from './following.ts';

export const streamPublicChanges = endpoint({
  method: 'GET',
  path: '/changes/stream',
  tag: 'catalogue',
  summary: 'The public changes as they come, as Server-Sent Events; resumes by Last-Event-ID',
  auth: 'public',
  isNeverKept: true,
  waits: true,
  rateCosts: { reads: 10 },
  query: Type.Object({
    since: Type.Optional(Position('Where to begin without Last-Event-ID; by default with the next change')),
    ...versionsShown,
  }),
  reply: {
    status: 200,
    description:
      'Events `change`, each with one change of `/changes` as `data` and the position behind it as `id`; a comment every few seconds keeps the connection alive',
    body: 'text/event-stream',
  },
  errors: ['position_unknown'],
});
