import type { ProviderReason, ProvidingNode } from '@patchbay/contract';
import type { Provider } from '../store/listing/app-node-providers.ts';
import { type NodeView, presentNode } from './node.ts';

/** The first provider, with the reason why it precedes the second. */
export const presentProvider = (
  first: Provider,
  second: Provider | undefined,
  view: NodeView,
): ProvidingNode => ({ ...presentNode(first, view), provider_reason: reasonOf(first, second) });

const reasonOf = (first: Provider, second: Provider | undefined): ProviderReason => {
  if (first.isPreempting && !second?.isPreempting) return 'preempted';
  if (second === undefined) return 'only';
  return first.searchRanking === second.searchRanking ? 'first' : 'search_ranking';
};
