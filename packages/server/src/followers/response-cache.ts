import { changeKinds, isChangeKind, kindsAbout } from '@patchbay/contract';
import type { Follower } from './log-follower.ts';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';
import type { LoggedChange } from '../store/log/change.ts';

/** Drops the answers that a change may have made untrue. */
export const followResponseCache = (cache: ResponseCache): Follower => ({
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
