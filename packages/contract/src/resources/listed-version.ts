import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { NodeVersion } from './node-version.ts';

/** An app-node that differs between two versions. */
export const ChangedAppNode = Type.Object({
  app_node_name: Type.String(),
  kind: Type.Enum(['added', 'removed', 'changed'], {
    description: 'It is changed if its inputs or outputs are',
  }),
  breaking: Type.Optional(
    Type.Boolean({
      description: 'Whether workflows that use it may stop working; absent if that is unknown',
    }),
  ),
});
export type ChangedAppNode = Type.Static<typeof ChangedAppNode>;

/** What a version changed for workflows. */
export const VersionChanges = Type.Object({
  compared_with: Type.String({ description: 'The next lower Active version' }),
  total: Type.Integer({ description: 'How many app-nodes differ' }),
  app_nodes: Type.Array(ChangedAppNode, {
    description: `At most ${limits.changedAppNodesMax} of them: the removed, the changed, and the added ones, each by name`,
  }),
});
export type VersionChanges = Type.Static<typeof VersionChanges>;

/** A version in the list of a node, with what is asked for about its changes. */
export const ListedVersion = Type.Object({
  ...NodeVersion.properties,
  changes: Type.Optional(VersionChanges),
});
export type ListedVersion = Type.Static<typeof ListedVersion>;
