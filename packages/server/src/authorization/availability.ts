import type { NodeStatus, NodeVersionStatus, PublisherStatus } from '@patchbay/contract';

/** Why nobody can use something. */
export type Obstacle =
  | 'publisher-banned'
  | 'node-banned'
  | 'node-deleted'
  | 'version-pending'
  | 'version-flagged'
  | 'version-banned'
  | 'version-deleted';

const obstacles = {
  PublisherStatusActive: undefined,
  PublisherStatusBanned: 'publisher-banned',
  NodeStatusActive: undefined,
  NodeStatusBanned: 'node-banned',
  NodeStatusDeleted: 'node-deleted',
  NodeVersionStatusActive: undefined,
  NodeVersionStatusPending: 'version-pending',
  NodeVersionStatusFlagged: 'version-flagged',
  NodeVersionStatusBanned: 'version-banned',
  NodeVersionStatusDeleted: 'version-deleted',
} as const satisfies Record<PublisherStatus | NodeStatus | NodeVersionStatus, Obstacle | undefined>;

type In<Status> = { readonly status: Status };
type ObstacleOf<Status extends keyof typeof obstacles> = (typeof obstacles)[Status];

/** Why the publisher, node or version itself cannot be used, whatever it belongs to; undefined when it can. */
export const ownObstacle = <Status extends keyof typeof obstacles>({
  status,
}: In<Status>): ObstacleOf<Status> => obstacles[status];

/** Why a node of the publisher cannot be used, or undefined. A ban of the publisher counts first. */
export const nodeObstacle = (publisher: In<PublisherStatus>, node: In<NodeStatus>) =>
  ownObstacle(publisher) ?? ownObstacle(node);

/** The status that callers see of a node: while its publisher is banned, all its nodes are. */
export const shownStatus = (publisher: In<PublisherStatus>, node: In<NodeStatus>): NodeStatus =>
  ownObstacle(publisher) === undefined ? node.status : 'NodeStatusBanned';

/** Why a version of the node cannot be used, or undefined. What is wrong with its node counts first. */
export const versionObstacle = (
  publisher: In<PublisherStatus>,
  node: In<NodeStatus>,
  version: In<NodeVersionStatus>,
) => nodeObstacle(publisher, node) ?? ownObstacle(version);

/**
 * The statuses that a list of versions contains if the request names none. A caller who may see the reasons, and asks
 * for them, gets every status but Deleted.
 */
export const defaultStatuses = (withReason: boolean): readonly NodeVersionStatus[] =>
  withReason
    ? [
        'NodeVersionStatusActive',
        'NodeVersionStatusPending',
        'NodeVersionStatusFlagged',
        'NodeVersionStatusBanned',
      ]
    : ['NodeVersionStatusActive'];
