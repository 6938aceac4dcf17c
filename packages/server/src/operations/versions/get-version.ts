import type { Endpoints } from '@patchbay/contract';
import { ownObstacle } from '../../authorization/availability.ts';
import { publicNode, versionOfNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { lookSoon } from '../../packages/look-soon.ts';
import { fillDocument } from '../../documents/render.ts';
import { presentVersion } from '../../documents/present.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const getVersion: Operation<Endpoints['getVersion']> = async (context, { actor, params }) => {
  const { store, documents, publicUrl } = context;
  if (actor.kind === 'anonymous') {
    const json = await documents?.version(store.read, params.nodeId, params.version);
    if (json !== undefined) return new Json(fillDocument(json, { publicUrl: publicUrl() }));
  }
  const { node, publisher } = await publicNode(store.read, params.nodeId);
  const version = await versionOfNode(store.read, node, params.version);
  if (actor.kind === 'anonymous' && ownObstacle(version) === undefined) documents?.missed();
  const target = await targetOn(store.read, actor, publisher.id, node.key);
  const inside = may(actor, 'private.read', target);
  if (inside) await lookSoon(context, version);
  return presentVersion(version, { node, publicUrl: publicUrl(), inside });
};
