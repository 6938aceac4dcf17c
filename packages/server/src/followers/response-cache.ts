import { changeKinds, isChangeKind, kindsAbout } from '@patchbay/contract';
import type { Follower } from './log-follower.ts';
import type { LoggedChange } from '../store/log/change.ts';

/** A cache of answers, as far as changes end what it holds. */
export interface DroppedByChanges {
  /** Ends what shows this node, and every list. */
  dropNode(nodeKey: string): void;
  /** Ends what shows the downloads of this node, and every list. */
  dropDownloads(nodeKey: string): void;
  dropAll(): void;
}

/** Drops the answers that a change may have made untrue. */
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

/** A publisher shows in all its nodes and rarely changes. A kind that only a newer version knows may alter anything. */
const mayAlterAll = ({ kind }: LoggedChange): boolean =>
  !isChangeKind(kind) || changeKinds[kind].resource === 'publisher';
