import type { Endpoints } from '@patchbay/contract';
import { appNodeNotFound } from '../../errors.ts';
import { publicNode, publicVersion } from '../../authorization/node.ts';
import { presentAppNode } from '../../documents/present.ts';
import { findAppNode } from '../../store/rows/app-nodes.ts';
import type { Operation } from '../operation.ts';

export const getAppNode: Operation<Endpoints['getAppNode']> = async ({ store }, { params }) => {
  const card = await publicNode(store.read, params.nodeId);
  const version = await publicVersion(store.read, card, params.version);
  const appNode = await findAppNode(store.read, version.id, params.appNodeName);
  if (appNode === undefined) throw appNodeNotFound(params.version, params.appNodeName);
  return presentAppNode(appNode);
};
