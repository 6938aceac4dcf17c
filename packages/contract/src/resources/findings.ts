import { Type } from 'typebox';
import { extractStatuses, nodeVersionStatuses } from '../statuses.ts';
import { OwnWords, Timestamp } from '../text.ts';

export const Finding = Type.Object({
  rule: Type.String({ description: 'The rule, as docs/checks.md lists them' }),
  severity: Type.Enum(['error', 'warning'], { description: 'Errors refuse, warnings only show' }),
  shadow: Type.Boolean({ description: 'Recorded, not enforced' }),
  file: Type.String(),
  line: Type.Optional(Type.Integer()),
  imported: Type.Optional(
    Type.Literal(false, {
      description: 'Present if the file is Python that the package does not import, as far as can be told',
    }),
  ),
  means: Type.String({ description: 'What it means' }),
  fix: Type.String({ description: 'How to fix it' }),
  excerpt: Type.Optional(Type.String({ description: 'What was found, secrets blanked' })),
});
export type Finding = Type.Static<typeof Finding>;

/**
 * Everything known about a version's package: the findings of the checks, the result of the extraction, and what the
 * version is waiting for.
 */
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
    confidence: Type.Optional(Type.Number({ description: '0 to 1: how certain the result is' })),
    problems: Type.Array(Type.Object({ file: Type.String(), line: Type.Integer(), message: Type.String() })),
  }),
  waits_for: Type.Optional(
    Type.Enum(['package', 'checks', 'extraction', 'moderator'], {
      description: 'What must happen next; absent if nothing',
    }),
  ),
  waits_until: Type.Optional(
    Timestamp(
      'When a version without a package is removed; otherwise when the next attempt starts, or when the current one counts as lost',
    ),
  ),
  attempts: Type.Optional(
    Type.Object(
      { made: Type.Integer(), max: Type.Integer() },
      {
        description: 'How often the checks or the extraction were started; the last attempt decides',
      },
    ),
  ),
  way_out: Type.Optional(OwnWords('Who can resolve it, and how')),
});
export type Findings = Type.Static<typeof Findings>;
