import type { ProviderReason } from '@patchbay/contract';

/** What decides between two nodes that provide an app-node of the same name. */
export interface ProviderRank {
  isPreempting: boolean;
  /** Whether it comes from another registry, in front of which this one stands. */
  isUpstream: boolean;
  searchRanking: number;
}

/** Why the first provider precedes the second. */
export const providerReason = (first: ProviderRank, second: ProviderRank | undefined): ProviderReason => {
  if (first.isPreempting && !second?.isPreempting) return 'preempted';
  if (second === undefined) return 'only';
  if (second.isUpstream && !first.isUpstream) return 'own';
  return first.searchRanking === second.searchRanking ? 'first' : 'search_ranking';
};
