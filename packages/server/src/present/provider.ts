import type { ProvidingNode } from '@patchbay/contract';
import { providerReason } from '../store/provider-reason.ts';
import type { Provider } from '../store/listing/app-node-providers.ts';
import { type NodeView, presentNode } from '../documents/present.ts';

/** The first provider, with the reason why it precedes the second. */
export const presentProvider = (
  first: Provider,
  second: Provider | undefined,
  view: NodeView,
): ProvidingNode => ({ ...presentNode(first, view), provider_reason: providerReason(first, second) });
