import { Type } from 'typebox';
import { extractStatuses, nodeVersionStatuses } from '../statuses.ts';
import { OwnWords, Timestamp } from '../text.ts';

export const Finding = Type.Object({
  rule: Type.String({ description: 'The rule, as docs/checks.md lists them' }),
  severity: Type.Enum(['error', 'warning'], { description: 'Errors refuse, warnings only show' }),
  shadow: Type.Boolean({ description: 'Recorded, not enforced' }),
  file: Type.String(),
  line: Type.Optional(Type.Integer()),
  means: Type.String({ description: 'What it means' }),
  fix: Type.String({ description: 'How to fix it' }),
  excerpt: Type.Optional(Type.String({ description: 'What was found, secrets blanked' })),
});
export type Finding = Type.Static<typeof Finding>;

/** All that is known of a version's package: what the checks found, how its app-nodes were read, what it waits for. */
export const Findings = Type.Object({
  status: Type.Enum([...nodeVersionStatuses]),
  status_reason: Type.Optional(Type.String()),
  outcome: Type.Optional(
    Type.Enum(['passed', 'found', 'could-not-check'], {
      description: 'Of the last check; absent until there was one',
    }),
  ),
  ruleset_version: Type.Optional(Type.Integer()),
  findings: Type.Array(Finding),
  extraction: Type.Object({
    status: Type.Enum([...extractStatuses]),
    extractor_version: Type.Optional(Type.Integer()),
    confidence: Type.Optional(Type.Number({ description: '0 to 1: how much of it is known for sure' })),
    problems: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer(), message: Type.String() })),
  }),
  waits_for: Type.Optional(
    Type.Enum(['package', 'checks', 'extraction', 'moderator'], {
      description: 'What has to happen next; absent when nothing has',
    }),
  ),
  waits_until: Type.Optional(
    Timestamp(
      'When a version without its package is removed; else when the next attempt begins, or the one under way counts as lost',
    ),
  ),
  attempts: Type.Optional(
    Type.Object(
      { made: Type.Integer(), max: Type.Integer() },
      {
        description:
          'How often the checks or the extraction were begun; the last one decides, however it ends',
      },
    ),
  ),
  way_out: Type.Optional(OwnWords('Who ends the waiting, and how')),
});
export type Findings = Type.Static<typeof Findings>;
