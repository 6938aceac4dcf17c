import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { demandMove, moversOf } from '../guards/move.ts';
import { liveNode, liveVersionOfNode } from '../guards/node.ts';
import { extractAppNodesKind } from '../jobs/kinds.ts';
import { presentVersion } from '../present/version.ts';
import { aboutVersion } from '../store/changes.ts';
import { updateVersionRow } from '../store/versions.ts';

/** Asks for the app-nodes of a version to be read again from its package. */
export const extractVersion: Operation<Endpoints['extractVersion']> = async (
  context,
  { actor, cause, params },
) => {
  const { node } = await liveNode(context, actor, 'version.edit', params.nodeId);
  const version = await context.store.write(cause, async (tx) => {
    const current = await liveVersionOfNode(tx.db, node, params.version);
    if (current.package === undefined) {
      throw new ApiError(
        'illegal_transition',
        'The package of this version has not come yet; upload it first.',
      );
    }
    const extractStatus = 'pending';
    demandMove(
      'NodeVersion',
      'app_node_extract_status',
      current.extractStatus,
      extractStatus,
      moversOf(actor),
    );
    const next = { ...current, extractStatus } as const;
    await updateVersionRow(tx, next);
    await tx.enqueue({ kind: extractAppNodesKind, subject: next.id, runAt: tx.now });
    await tx.append({
      action: 'app-nodes.asked-again',
      ...aboutVersion(next),
      before: { app_node_extract_status: current.extractStatus },
      after: { app_node_extract_status: extractStatus },
    });
    return next;
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};
