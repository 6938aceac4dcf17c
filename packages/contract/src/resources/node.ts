import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { nodeStatuses } from '../statuses.ts';
import { Name, NameList, Path, Text, TextList, Timestamp, Url, withStandIn } from '../text.ts';
import { NodeVersion } from './node-version.ts';
import { Publisher } from './publisher.ts';
import { supported } from './support.ts';

/** The text fields of a node that can be translated. */
const texts = {
  name: Type.Optional(Name(limits.nameCharsMax, 'Display name')),
  author: Type.Optional(Name(limits.nameCharsMax, 'Author')),
  description: Type.Optional(Text(limits.descriptionCharsMax, 'Description')),
  banner_url: Type.Optional(Url('URL of the banner')),
  icon: Type.Optional(Url('URL of the icon')),
  category: Type.Optional({ ...Name(limits.nameCharsMax, 'Use `tags`'), deprecated: true }),
  license: Type.Optional(Path("Path to the LICENSE file in the node's repository")),
  repository: Type.Optional(Url('URL of the repository')),
};

/** Validates key names before unknown keys are dropped. */
export const Translations = Type.Record(
  Type.String(),
  Type.Object(texts, {
    propertyNames: { enum: Object.keys(texts) },
    // Rows of earlier releases have other keys, which are still shown.
    additionalProperties: Type.String(),
  }),
  {
    propertyNames: { format: 'language-tag', maxLength: limits.languageTagCharsMax },
    description: 'BCP 47 tag → node field → text',
  },
);

/** The values of some fields of a node, such as those that a publish changes. */
export const NodeValues = Type.Object({
  ...texts,
  ...supported,
  tags: Type.Optional(NameList(limits.listItemsMax, 'Tags')),
  translations: Type.Optional(Translations),
});

/** The fields that members of the publisher may change. */
export const NodeMetadata = Type.Object({
  ...NodeValues.properties,
  name: Type.Optional(withStandIn(texts.name, { of: 'id' })),
  description: Type.Optional(withStandIn(texts.description, { value: '' })),
});
export type NodeMetadata = Type.Static<typeof NodeMetadata>;

/** The fields that only a moderator may change. */
export const NodeModeration = Type.Object({
  github_stars: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  preempted_app_node_names: Type.Optional(
    TextList(limits.listItemsMax, 'App-node names preempted by this node'),
  ),
  search_ranking: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Orders search results, lower first' }),
  ),
  status_detail: Type.Optional(Text(limits.descriptionCharsMax, 'Detail on the status')),
  tags_admin: Type.Optional(
    TextList(limits.listItemsMax, 'Admin-only tags for security warnings and admin metadata'),
  ),
});
export type NodeModeration = Type.Static<typeof NodeModeration>;

export const Node = Type.Object({
  id: Type.String(),
  ...NodeMetadata.properties,
  ...NodeModeration.properties,
  created_at: Timestamp('Creation time'),
  updated_at: Type.Optional(Timestamp('When what it shows last changed, apart from its downloads')),
  former_ids: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Ids that it had before, oldest first; a request with one of them is answered with this node',
    }),
  ),
  downloads: Type.Integer({ description: 'Number of downloads' }),
  app_node_count: Type.Optional(
    Type.Integer({ description: 'How many app-nodes the latest version has; with `include_counts`' }),
  ),
  latest_version: Type.Optional(NodeVersion),
  matched_app_node_names: Type.Optional(
    Type.Array(Type.String(), {
      description: 'App-nodes of the latest version that a search found it by; with `include_matches`',
    }),
  ),
  publisher: Publisher,
  rating: Type.Optional(Type.Number({ description: 'Mean of the reviews; absent without any' })),
  status: Type.Enum([...nodeStatuses]),
  trusted_only: Type.Optional(
    Type.Boolean({ description: 'Whether only trusted CI jobs may publish it; absent if not' }),
  ),
  upstream: Type.Optional(
    Type.String({ description: 'The registry that the node comes from; absent for one of this registry' }),
  ),
  version_count: Type.Optional(
    Type.Integer({ description: 'How many Active versions it has; with `include_counts`' }),
  ),
});
export type Node = Type.Static<typeof Node>;

/** Why a node precedes the others that provide an app-node of the same name. */
export const providerReasons = ['preempted', 'only', 'own', 'search_ranking', 'first'] as const;
export type ProviderReason = (typeof providerReasons)[number];

/** The node that provides an app-node. */
export const ProvidingNode = Type.Object({
  ...Node.properties,
  provider_reason: Type.Enum([...providerReasons], {
    description:
      'Why this node: it preempts the name, is the only one with it, is one of this registry itself before those of its upstream, has a lower search_ranking than the next one, or had the name in an Active version first',
  }),
});
export type ProvidingNode = Type.Static<typeof ProvidingNode>;
