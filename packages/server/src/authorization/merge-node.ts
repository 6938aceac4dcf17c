import { NodeMetadata, NodeModeration, type NodeStatus, type PatchOf, pick } from '@patchbay/contract';
import { shownStatus } from './availability.ts';
import { mergePatch } from './merge-patch.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { PublisherRecord } from '../store/rows/publishers.ts';

/** The node merged with the body. Its status stays the same. */
export const mergeNode = (
  node: NodeRecord,
  sent: PatchOf<NodeMetadata & NodeModeration>,
  { isModerator }: { isModerator: boolean },
): NodeRecord => {
  const moderation = pick(sent, NodeModeration);
  return {
    ...node,
    metadata: mergePatch(node.metadata, pick(sent, NodeMetadata)),
    moderation: mergePatch(
      node.moderation,
      isModerator ? moderation : withoutUnset(node.moderation, moderation),
    ),
  };
};

/** Where a caller moves a node. Clients that send whole objects back send the status that they were shown. */
export const sentStatus = (
  { publisher, node }: { publisher: PublisherRecord; node: NodeRecord },
  sent: NodeStatus | undefined,
): NodeStatus => (sent === undefined || sent === shownStatus(publisher, node) ? node.status : sent);

/** Clients that send whole objects back write unset values as zero, an empty string or an empty list. */
const withoutUnset = <T extends object>(present: NodeModeration, sent: T): T =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => Object.hasOwn(present, key) || !isZero(value)),
  ) as T;

const isZero = (value: unknown): boolean =>
  value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
