import type { Endpoints } from '@patchbay/contract';
import { publicNode } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentNode } from '../../documents/present.ts';
import { findNodeCounts } from '../../store/listing/node-counts.ts';
import { Json } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { presentCounts } from '../present-nodes.ts';

export const getNode: Operation<Endpoints['getNode']> = async (
  { store, documents, publicUrl },
  { actor, params, query },
) => {
  const view = { withTranslations: query.include_translations ?? false };
  const withCounts = query.include_counts === true;
  const isAnonymous = actor.kind === 'anonymous' && !withCounts;
  const document = isAnonymous ? await documents?.node(store.read, params.nodeId, view) : undefined;
  if (document !== undefined) return new Json(document);
  const card = await publicNode(store.read, params.nodeId, { actor });
  if (isAnonymous) documents?.missed();
  const inside = may(
    actor,
    'private.read',
    await targetOn(store.read, actor, card.publisher.id, card.node.key),
  );
  if (!inside && !withCounts && documents !== undefined) return new Json(documents.nodeFromRows(card, view));
  const shown = presentNode(card, { ...view, inside, publicUrl: publicUrl() });
  if (!withCounts) return shown;
  const counts = await findNodeCounts(store.read, [card.node.key]);
  return { ...shown, ...presentCounts(counts.get(card.node.key)) };
};
