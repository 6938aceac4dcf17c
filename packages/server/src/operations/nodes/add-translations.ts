import type { Endpoints } from '@patchbay/contract';
import { nodeNotFound } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { requireTranslationsBytes } from '../../limits/sizes.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { liveNode } from '../../authorization/node.ts';
import { mergePatch } from '../../lifecycle/merge.ts';
import { presentNode } from '../../documents/present.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import type { Operation } from '../operation.ts';

/** Merges translations into those of the node, one text at a time. */
export const addTranslations: Operation<Endpoints['addTranslations']> = async (
  context,
  { params, body, ...caller },
) => {
  const card = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'node.edit', params.nodeId);
    const translations = mergePatch(node.metadata.translations ?? {}, body.data);
    requireTranslationsBytes(translations, '/data');
    await saveNode(tx, node, { ...node, metadata: { ...node.metadata, translations } });
    return findNodeCard(tx.db, node.key);
  });
  if (card === undefined) throw nodeNotFound(params.nodeId);
  return presentNode(card, { publicUrl: context.publicUrl(), inside: true, withTranslations: true });
};
