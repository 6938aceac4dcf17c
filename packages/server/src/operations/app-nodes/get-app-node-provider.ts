import type { Endpoints, ProvidingNode } from '@patchbay/contract';
import { type NodeView, presentNode } from '../../documents/present.ts';
import { ApiError } from '../../errors.ts';
import { type Provider, findProviders, providerReason } from '../../store/listing/app-node-providers.ts';
import type { Operation } from '../operation.ts';

/** The first provider, with the reason why it precedes the second. */
const presentProvider = (first: Provider, second: Provider | undefined, view: NodeView): ProvidingNode => ({
  ...presentNode(first, view),
  provider_reason: providerReason(first, second),
});

/** The node that provides an app-node, and the reason why it precedes the others. */
export const getAppNodeProvider: Operation<Endpoints['getAppNodeProvider']> = async (
  { store, publicUrl },
  { params },
) => {
  const [first, second] = await findProviders(store, params.appNodeName);
  if (first === undefined) {
    throw new ApiError(
      'app_node_not_found',
      `No node provides the app-node "${params.appNodeName}". Check the name.`,
    );
  }
  return presentProvider(first, second, { publicUrl: publicUrl(), inside: false, withTranslations: false });
};
