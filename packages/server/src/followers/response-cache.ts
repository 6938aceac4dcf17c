import { changeKinds, isChangeKind, kindsAbout } from '@patchbay/contract';
import type { Follower } from './log-follower.ts';
import { type LoggedChange, kindsOutsideDocuments } from '../store/log/change.ts';

/** The part of a response cache that changes invalidate. */
export interface DroppedByChanges {
  /** Invalidates the responses that show this node, and every list. */
  dropNode(nodeKey: string): void;
  /** Invalidates the responses that show this node, except lists. */
  dropOutsideLists(nodeKey: string): void;
  /** Invalidates the responses that show the downloads of this node, except lists. */
  dropDownloads(nodeKey: string): void;
  dropLists(): void;
  dropAll(): void;
}

/** How far a list in memory may be behind the counts of downloads, in milliseconds. */
const listsBehindMsMax = 10_000;

/** Invalidates the responses that a change may have outdated. */
export const followResponseCache = (cache: DroppedByChanges): Follower => {
  const dropLists = atMostEvery(listsBehindMsMax, () => cache.dropLists());
  return {
    name: 'response-cache',
    kinds: new Set(kindsAbout('node', 'version', 'app-node', 'publisher')),
    follow(changes) {
      if (changes.some(mayAlterAll)) {
        cache.dropAll();
        return;
      }
      for (const { kind, nodeKey } of changes) {
        if (nodeKey === null) continue;
        // Who asks for the version itself is told of it.
        if (kindsOutsideDocuments.has(kind)) cache.dropOutsideLists(nodeKey);
        else cache.dropNode(nodeKey);
      }
    },
    followDownloads(nodeKeys) {
      for (const nodeKey of nodeKeys) cache.dropDownloads(nodeKey);
      dropLists();
    },
  };
};

/**
 * Publishers rarely change, and all their nodes show them. What is kept under the id that a node gets is not kept as the
 * node's. An unknown kind of a newer version may affect anything.
 */
const mayAlterAll = ({ kind }: LoggedChange): boolean =>
  !isChangeKind(kind) || kind === 'node.renamed' || changeKinds[kind].resource === 'publisher';

/** Runs at once, or, when it ran less than `ms` ago, once when that time is over. */
const atMostEvery = (ms: number, run: () => void): (() => void) => {
  let ranAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const runNow = (): void => {
    ranAt = performance.now();
    timer = undefined;
    run();
  };
  return () => {
    const left = ranAt + ms - performance.now();
    if (left <= 0) runNow();
    else timer ??= setTimeout(runNow, left).unref();
  };
};
