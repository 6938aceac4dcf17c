import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { requireMove, moversOf } from '../../lifecycle/require-move.ts';
import { liveNode, writableVersion } from '../../access/node.ts';
import { extractAppNodesKind } from '../../jobs/kinds.ts';
import { presentVersion } from '../../present/version.ts';
import { updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

/** Asks for the app-nodes of a version to be read again from its package. */
export const extractVersion: Operation<Endpoints['extractVersion']> = async (
  context,
  { params, ...caller },
) => {
  const { node, version } = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'version.edit', params.nodeId);
    const current = await writableVersion(tx, node, params.version);
    if (current.package === undefined) {
      throw new ApiError(
        'illegal_transition',
        'The package of this version has not come yet; upload it first.',
      );
    }
    const extractStatus = 'pending';
    requireMove(
      'NodeVersion',
      'app_node_extract_status',
      current.extractStatus,
      extractStatus,
      moversOf(tx.actor),
    );
    const next = { ...current, extractStatus } as const;
    await updateVersionRow(tx, next);
    await tx.enqueue({ kind: extractAppNodesKind, subject: next.id, runAt: tx.now });
    await tx.append({
      kind: 'app-nodes.asked-again',
      about: next,
      before: { app_node_extract_status: current.extractStatus },
      after: { app_node_extract_status: extractStatus },
    });
    return { node, version: next };
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};
