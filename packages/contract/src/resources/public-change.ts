import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { nodeStatuses, nodeVersionStatuses } from '../statuses.ts';
import { patterns } from '../text-rules.ts';
import { OwnWords, PublisherId, Timestamp } from '../text.ts';
import { NodeVersion } from './node-version.ts';
import { Node } from './node.ts';

const positionCharsMax = 400;

/**
 * How far a follower has come, as callers send it back: the number of a change, and behind a dot a mark of that change,
 * by which the registry recognizes its own log. Behind a tilde stands where in the next change it is, if that is about
 * many nodes. The number of a change alone is one as well, which nothing verifies.
 */
export const Position = (description: string) =>
  Type.String({ pattern: patterns.position.pattern, maxLength: positionCharsMax, description });

/** What every answer to a follower says besides. */
export const reached = {
  last_seq: Type.Integer({
    description:
      'The number of the last change that the answer includes, also of one that the public does not see',
  }),
  next: Type.String({ description: 'The position to send as `since` next time' }),
};

/** A node document as followers get it: what `getNode` answers with translations, without `downloads`. */
export const CatalogueNode = Type.Omit(Node, [
  'app_node_count',
  'downloads',
  'matched_app_node_names',
  'status_detail',
  'tags_admin',
  'version_count',
]);
export type CatalogueNode = Type.Static<typeof CatalogueNode>;

export const publicChangeKinds = [
  'node.changed',
  'node.removed',
  'version.changed',
  'version.removed',
] as const;
export type PublicChangeKind = (typeof publicChangeKinds)[number];

/** A node or a version that changed, as it is now. */
export const PublicChange = Type.Object({
  seq: Type.Integer({ description: 'The number of its last change' }),
  at: Timestamp('When it was changed'),
  kind: Type.Enum([...publicChangeKinds], {
    description:
      '`removed` if the public does not see it any more; a node that is removed takes its versions along, and a node with `former_ids` takes the place of what you have under those',
  }),
  action: Type.Optional(OwnWords('What happened, as a kind of the log, if the public may know it')),
  node_id: Type.String(),
  publisher_id: PublisherId,
  version: Type.Optional(Type.String({ description: 'The number of the version' })),
  version_id: Type.Optional(Type.String({ description: 'The id of the version' })),
  app_node_name: Type.Optional(Type.String({ description: 'The app-node whose definition changed' })),
  former_ids: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Ids that a removed node had before: remove what you have under those, too',
    }),
  ),
  node: Type.Optional(CatalogueNode),
  node_version: Type.Optional(NodeVersion),
});
export type PublicChange = Type.Static<typeof PublicChange>;

/** A node that a host has installed. */
export const InstalledNode = Type.Object({
  node_id: Type.String({ maxLength: limits.bulkIdentifierCharsMax }),
  version: Type.Optional(
    Type.String({
      maxLength: limits.bulkIdentifierCharsMax,
      description: 'The installed version; without it, no news of versions is told',
    }),
  ),
});
export type InstalledNode = Type.Static<typeof InstalledNode>;

/** What a host may have to act on. */
export const concerns = [
  'node_unknown',
  'node_banned',
  'node_deleted',
  'version_unknown',
  'version_banned',
  'version_deleted',
  'version_flagged',
  'version_pending',
  'version_deprecated',
  'newer_version',
] as const;
export type Concern = (typeof concerns)[number];

/** News of an installed node, as it is now. */
export const NodeNews = Type.Object({
  node_id: Type.String({ description: 'As it was sent' }),
  version: Type.Optional(Type.String({ description: 'As it was sent' })),
  seq: Type.Optional(Type.Integer({ description: 'The number of the last change; absent without `since`' })),
  concerns: Type.Array(Type.Enum([...concerns]), {
    description: 'Empty if what concerned the host is over, such as a ban that was lifted',
  }),
  node_status: Type.Optional(Type.Enum([...nodeStatuses])),
  version_status: Type.Optional(Type.Enum([...nodeVersionStatuses])),
  deprecation_message: Type.Optional(Type.String({ description: 'Why the version is deprecated' })),
  latest_version: Type.Optional(
    Type.String({ description: 'The number of the latest version, if it is higher than the installed one' }),
  ),
});
export type NodeNews = Type.Static<typeof NodeNews>;
