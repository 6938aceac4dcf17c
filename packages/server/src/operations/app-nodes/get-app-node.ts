import type { Endpoints } from '@patchbay/contract';
import { appNodeNotFound } from '../../errors.ts';
import { publicNode, publicVersion } from '../../authorization/node.ts';
import { presentAppNode, presentVersionAppNode } from '../../documents/present.ts';
import { findAppNodeHistory } from '../../store/listing/app-node-history.ts';
import { findAppNode } from '../../store/rows/app-nodes.ts';
import type { Operation } from '../operation.ts';

export const getAppNode: Operation<Endpoints['getAppNode']> = async ({ store }, { params, query }) => {
  const card = await publicNode(store.read, params.nodeId);
  const version = await publicVersion(store.read, card, params.version);
  const appNode = await findAppNode(store.read, version.id, params.appNodeName);
  if (appNode === undefined) throw appNodeNotFound(params.version, params.appNodeName);
  if (query.include_history !== true) return presentAppNode(appNode);
  const history = await findAppNodeHistory(store.read, version, [appNode.name]);
  return presentVersionAppNode(appNode, history.get(appNode.name));
};
