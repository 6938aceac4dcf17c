import type { Endpoints } from '@patchbay/contract';
import { publicNode, versionOfNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { lookSoon } from '../../packages/look-soon.ts';
import { presentVersion } from '../../present/version.ts';
import type { Operation } from '../operation.ts';

export const getVersion: Operation<Endpoints['getVersion']> = async (context, { actor, params }) => {
  const { store, publicUrl } = context;
  const { node, publisher } = await publicNode(store.read, params.nodeId);
  const version = await versionOfNode(store.read, node, params.version);
  const target = await targetOn(store.read, actor, publisher.id, node.key);
  const inside = may(actor, 'private.read', target);
  if (inside) await lookSoon(context, version);
  return presentVersion(version, { node, publicUrl: publicUrl(), inside });
};
