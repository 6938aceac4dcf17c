import type { Endpoints } from '@patchbay/contract';
import { ownObstacle } from '../../authorization/availability.ts';
import { publicNode, versionOfNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentVersion } from '../../documents/present.ts';
import { lookSoon } from '../../packages/await-package.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

export const getVersion: Operation<Endpoints['getVersion']> = async (context, { actor, params }) => {
  const { store, documents, publicUrl } = context;
  const isAnonymous = actor.kind === 'anonymous';
  const document = isAnonymous
    ? await documents?.version(store.read, params.nodeId, params.version)
    : undefined;
  if (document !== undefined) return new Json(document);
  const { node, publisher } = await publicNode(store.read, params.nodeId, {
    actor,
    number: params.version,
  });
  const version = await versionOfNode(store.read, node, params.version);
  const inside = may(actor, 'private.read', await targetOn(store.read, actor, publisher.id, node.key));
  if (inside) await lookSoon(context, version);
  if (inside || documents === undefined || ownObstacle(version) !== undefined) {
    return presentVersion(version, { node, publicUrl: publicUrl(), inside });
  }
  if (isAnonymous) documents.missed();
  return new Json(documents.versionFromRows(version, node));
};
