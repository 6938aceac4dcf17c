import { changeKinds, isChangeKind, kindsAbout } from '@patchbay/contract';
import type { Follower } from './log-follower.ts';
import type { LoggedChange } from '../store/log/change.ts';

/** The part of a response cache that changes invalidate. */
export interface DroppedByChanges {
  /** Invalidates the responses that show this node, and every list. */
  dropNode(nodeKey: string): void;
  /** Invalidates the responses that show the downloads of this node, and every list. */
  dropDownloads(nodeKey: string): void;
  dropAll(): void;
}

/** Invalidates the responses that a change may have outdated. */
export const followResponseCache = (cache: DroppedByChanges): Follower => ({
  name: 'response-cache',
  kinds: new Set(kindsAbout('node', 'version', 'app-node', 'publisher')),
  follow(changes) {
    if (changes.some(mayAlterAll)) {
      cache.dropAll();
      return;
    }
    for (const { nodeKey } of changes) if (nodeKey !== null) cache.dropNode(nodeKey);
  },
  followDownloads(nodeKeys) {
    for (const nodeKey of nodeKeys) cache.dropDownloads(nodeKey);
  },
});

/** Publishers rarely change, and all their nodes show them. An unknown kind of a newer version may affect anything. */
const mayAlterAll = ({ kind }: LoggedChange): boolean =>
  !isChangeKind(kind) || changeKinds[kind].resource === 'publisher';
