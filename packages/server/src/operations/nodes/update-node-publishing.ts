import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { liveOwnedNode } from '../../authorization/node.ts';
import { saveNode } from '../../lifecycle/node.ts';
import type { Operation } from '../operation.ts';

/** Lets only trusted CI jobs publish a node, or stored tokens as well. */
export const updateNodePublishing: Operation<Endpoints['updateNodePublishing']> = async (
  context,
  { params, body, ...caller },
) =>
  act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'publishing.edit', params);
    const { trusted_only: _before, ...metadata } = node.metadata;
    const kept = body.trusted_only ? { ...metadata, trusted_only: true } : metadata;
    await saveNode(tx, node, { ...node, metadata: kept });
    return { trusted_only: body.trusted_only };
  });
