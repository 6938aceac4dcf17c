import { NodeMetadata, NodeModeration, type NodeStatus, type PatchOf } from '@patchbay/contract';
import { shownStatus } from '../authorization/availability.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import type { PublisherRecord } from '../store/rows/publishers.ts';
import type { Static, TObject } from 'typebox';

/** The part of a body that a schema describes. */
const pick = <S extends TObject>(body: object, schema: S): Partial<Static<S>> =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => Object.hasOwn(schema.properties, key)),
  ) as Partial<Static<S>>;

/**
 * The node merged with the body. Its status stays the same. Where a moderator bans it, or lifts the ban, the detail on
 * the status before goes unless another one is sent.
 */
export const mergeNode = (
  node: NodeRecord,
  sent: PatchOf<NodeMetadata & NodeModeration>,
  { isModerator, to }: { isModerator: boolean; to: NodeStatus },
): NodeRecord => {
  const moderation = pick(sent, NodeModeration);
  const isBanMoved = (node.status === 'NodeStatusBanned') !== (to === 'NodeStatusBanned');
  const { status_detail: _detail, ...undetailed } = node.moderation;
  return {
    ...node,
    metadata: mergePatch(node.metadata, pick(sent, NodeMetadata)),
    moderation: mergePatch(
      isModerator && isBanMoved ? undetailed : node.moderation,
      isModerator ? moderation : withoutUnset(node.moderation, moderation),
    ),
  };
};

/** What a body has that only moves a node. */
const ofMove: ReadonlySet<string> = new Set([
  'id',
  'publisher',
  'status',
  'status_detail',
  'reason',
  'advisory',
]);

/**
 * Where a caller moves a node. Clients that send whole objects back send the status that they were shown, which may be
 * that of its publisher; a status that is sent by itself, or with who gets the node, is meant for the node.
 */
export const sentStatus = (
  { publisher, node }: { publisher: PublisherRecord | undefined; node: NodeRecord },
  body: { status?: NodeStatus },
): NodeStatus => {
  const { status = node.status } = body;
  const isMeant = Object.keys(body).every((key) => ofMove.has(key));
  const shown = publisher === undefined ? node.status : shownStatus(publisher, node);
  return status === shown && !isMeant ? node.status : status;
};

/** Clients that send whole objects back write unset values as zero, an empty string or an empty list. */
const withoutUnset = <T extends object>(present: NodeModeration, sent: T): T =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => Object.hasOwn(present, key) || !isZero(value)),
  ) as T;

const isZero = (value: unknown): boolean =>
  value === 0 || value === '' || (Array.isArray(value) && value.length === 0);

/** The target as a patch leaves it, by JSON Merge Patch (RFC 7396): null clears a key, objects merge, lists replace. */
export const mergePatch = <T extends object>(target: T, patch: PatchOf<T>): T => merge(target, patch) as T;

const merge = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (value !== undefined) merged.set(key, merge(merged.get(key), value));
  }
  // Not by assignment: a key of a stranger may be called "__proto__".
  return Object.fromEntries(merged);
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
