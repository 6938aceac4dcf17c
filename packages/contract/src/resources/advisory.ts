import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { GivenText, OwnWords, Timestamp } from '../text.ts';

/** The version of the OSV schema that advisories follow. */
export const osvSchemaVersion = '1.7.5';

/** Under which advisories name nodes. OSV itself lists no ecosystem of them. */
export const advisoryEcosystem = 'Patchbay';

/** What a moderator tells everybody of something malicious, beside the reason of its ban. */
export const AdvisoryText = GivenText(
  limits.descriptionCharsMax,
  'What is malicious about it. Publishes an advisory with this text, or changes that of its advisory; anyone can read it. Only with a ban, and only where a package is stored',
);

/** An advisory as changes of the log have it. */
export const LoggedAdvisory = Type.Object({ id: Type.String(), details: Type.String() });
export type LoggedAdvisory = Type.Static<typeof LoggedAdvisory>;

const common = {
  id: Type.String({
    description: 'Such as `x_PBR-2026-1`; OSV reserves `x_` for databases that it does not collect',
  }),
  modified: Timestamp('When it last changed'),
  published: Timestamp('When it was published'),
  withdrawn: Type.Optional(Timestamp('When it was withdrawn, because the ban was lifted')),
};

/** An advisory in a list. */
export const ListedAdvisory = Type.Object({
  ...common,
  node_id: Type.String(),
  version: Type.Optional(Type.String({ description: 'Absent if all versions of the node are affected' })),
});
export type ListedAdvisory = Type.Static<typeof ListedAdvisory>;

const Affected = Type.Object({
  package: Type.Object({
    ecosystem: Type.Literal(advisoryEcosystem),
    name: Type.String({
      description: 'An id of the node; one that was renamed is listed under each of its ids',
    }),
    purl: Type.String({ description: 'A package URL; `repository_url` is this registry' }),
  }),
  ranges: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Literal('SEMVER'),
        events: Type.Array(Type.Object({ introduced: Type.String() })),
      }),
      { description: 'Present if all versions of the node are affected' },
    ),
  ),
  versions: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The affected versions, lowest first; of a node those that it had when it was banned, under its present id',
    }),
  ),
});

/** An advisory about something malicious, as a record of the OSV format (https://ossf.github.io/osv-schema/). */
export const Advisory = Type.Object({
  schema_version: Type.String(),
  ...common,
  summary: OwnWords('What it is about, in one line'),
  details: Type.String({ description: 'What the moderators say of it' }),
  affected: Type.Array(Affected),
  database_specific: Type.Object({
    registry: Type.String({ description: 'The URL of the registry' }),
    source: Type.String({ description: 'The URL of the advisory' }),
    cwe_ids: Type.Array(Type.String(), { description: 'CWE-506: embedded malicious code' }),
  }),
});
export type Advisory = Type.Static<typeof Advisory>;
