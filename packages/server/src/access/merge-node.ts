import { NodeMetadata, NodeModeration, type PatchOf, pick } from '@patchbay/contract';
import { mergePatch } from '../policy/merge-patch.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';

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

/** Clients that send whole objects back write unset values as zero, an empty string or an empty list. */
const withoutUnset = <T extends object>(present: NodeModeration, sent: T): T =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => Object.hasOwn(present, key) || !isZero(value)),
  ) as T;

const isZero = (value: unknown): boolean =>
  value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
