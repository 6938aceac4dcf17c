import type { ChangeKind } from '@patchbay/contract';

/**
 * Changes that only end something: a right, or what users can install. A quota counts them and never refuses them,
 * because they reduce a risk. Each is bounded by what was created before.
 */
const endings: ReadonlySet<ChangeKind> = new Set([
  'node.deleted',
  'version.deleted',
  'publisher.deleted',
  'member.removed',
  'token.revoked',
]);

/** Whether a write with these changes only takes away. */
export const takesAway = (kinds: readonly ChangeKind[]): boolean => kinds.every((kind) => endings.has(kind));
