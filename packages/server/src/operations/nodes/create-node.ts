import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireNodeId } from '../../lifecycle/require-ids.ts';
import { requireNodeBytes } from '../../limits/sizes.ts';
import { writablePublisher } from '../../authorization/publisher.ts';
import { createNode as create } from '../../lifecycle/node.ts';
import { presentNode } from '../../documents/present.ts';
import { nodeKey } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

/** Creates a node without versions. */
export const createNode: Operation<Endpoints['createNode']> = async (
  context,
  { params, body, ...caller },
) => {
  const { id, ...metadata } = body;
  return act(context, caller, async (tx) => {
    const publisher = await writablePublisher(tx, 'node.publish', params.publisherId, nodeKey(id));
    requireNodeId(id, '/id');
    requireNodeBytes(metadata, '');
    const node = await create(tx, { id, publisherId: publisher.id, metadata });
    return presentNode(
      { node, publisher, latestVersion: undefined },
      { publicUrl: context.publicUrl(), inside: true, withTranslations: true },
    );
  });
};
