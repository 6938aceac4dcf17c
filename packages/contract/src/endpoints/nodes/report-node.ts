import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { writing } from '../../rates.ts';
import { Report } from '../../resources/report.ts';
import { reportReasons } from '../../statuses.ts';
import { GivenText, VersionText } from '../../text.ts';

export const reportNode = endpoint({
  method: 'POST',
  path: '/nodes/{nodeId}/reports',
  tag: 'nodes',
  summary:
    'Tell the moderators what is wrong with a node or a version; while it is open, a second one replaces it',
  auth: 'bearer',
  isRepeatable: true,
  rateCosts: { ...writing, reports: 1 },
  body: Type.Object({
    version: Type.Optional(
      VersionText({ maxLength: limits.nameCharsMax, description: 'The version, unless it is about all' }),
    ),
    reason: Type.Enum([...reportReasons]),
    text: GivenText(limits.reportCharsMax, 'What is wrong, and how one can see it'),
  }),
  reply: { status: 200, description: 'The report', body: Report },
  errors: ['forbidden', 'node_banned', 'node_not_found', 'version_not_found'],
});
