import type { Commit } from '../store/store.ts';
import type { RenderedCache } from './rendered-cache.ts';

/** Drops what a commit may have made untrue. */
export const dropChanged =
  (cache: RenderedCache) =>
  ({ changes, counted }: Commit): void => {
    for (const { nodeKey, subject } of changes) {
      if (nodeKey !== null) cache.dropNode(nodeKey);
      // A publisher shows in every one of its nodes, and changes rarely.
      else if (subject.startsWith('publisher:')) cache.dropAll();
    }
    for (const nodeKey of counted?.nodeKeys ?? []) cache.dropDownloads(nodeKey);
  };
