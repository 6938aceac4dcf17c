import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { extractStatuses, nodeVersionStatuses } from '../statuses.ts';
import { NameList, Text, TextList, Timestamp, VersionText, withStandIn } from '../text.ts';
import { supported } from './support.ts';
import { BuiltBy } from './trusted-publisher.ts';

/** The metadata that a publish sends for a version. */
export const NodeVersionMetadata = Type.Object({
  changelog: Type.Optional(
    withStandIn(Text(limits.changelogCharsMax, 'Summary of changes in this version'), { value: '' }),
  ),
  dependencies: Type.Optional(
    withStandIn(TextList(limits.dependenciesMax, 'pip dependencies required by the node'), { value: [] }),
  ),
  ...supported,
  tags: Type.Optional(NameList(limits.listItemsMax, 'Tags')),
});
export type NodeVersionMetadata = Type.Static<typeof NodeVersionMetadata>;

/** What the publisher says of a version that it advises against. */
export const VersionDeprecation = Type.Object({
  deprecation_message: Type.Optional(
    Text(limits.deprecationMessageCharsMax, 'Why the version is deprecated, and what to use instead'),
  ),
});

/** A Deleted version is a tombstone with only id, node_id, version, status and createdAt. */
export const NodeVersion = Type.Object({
  id: Type.String(),
  node_id: Type.String(),
  version: Type.String({ description: 'SemVer 2.0.0, unique per node by its precedence' }),
  ...NodeVersionMetadata.properties,
  app_node_extract_status: Type.Optional(Type.Enum([...extractStatuses])),
  built_by: Type.Optional(BuiltBy),
  createdAt: Timestamp('Creation time'),
  deprecated: Type.Optional(Type.Boolean()),
  ...VersionDeprecation.properties,
  downloadUrl: Type.Optional(Type.String({ description: 'Present once the version is Active' })),
  notices: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What one may want to know before installing it; no accusation',
    }),
  ),
  package_bytes: Type.Optional(Type.Integer({ description: 'Size of the package, once it is stored' })),
  package_sha256: Type.Optional(
    Type.String({ description: 'SHA-256 of the package in hexadecimal, once it is stored' }),
  ),
  status: Type.Enum([...nodeVersionStatuses]),
  status_reason: Type.Optional(Type.String({ description: 'Shown to members and moderators' })),
  tags_admin: Type.Optional(Type.Array(Type.String(), { description: 'Shown to members and moderators' })),
});
export type NodeVersion = Type.Static<typeof NodeVersion>;

/** A pair as installers send it: any text, because odd ones occur in practice and are simply not found. */
export const NodeVersionIdentifier = Type.Object({
  node_id: Type.String({ maxLength: limits.bulkIdentifierCharsMax }),
  version: VersionText({ maxLength: limits.bulkIdentifierCharsMax }),
});
export type NodeVersionIdentifier = Type.Static<typeof NodeVersionIdentifier>;

export const BulkResultItem = Type.Object({
  identifier: NodeVersionIdentifier,
  status: Type.Enum(['success', 'not_found', 'unavailable', 'error']),
  node_version: Type.Optional(NodeVersion),
  error_message: Type.Optional(Type.String()),
});
export type BulkResultItem = Type.Static<typeof BulkResultItem>;
