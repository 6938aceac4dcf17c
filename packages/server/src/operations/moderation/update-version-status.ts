import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { anyVersionOfNode, liveNode } from '../../authorization/node.ts';
import type { Operation } from '../operation.ts';
import { moderateVersion } from '../../lifecycle/version.ts';
import { presentVersion } from '../../documents/present.ts';

/** A moderator's transition of a version, with a reason for its publisher. */
export const updateVersionStatus: Operation<Endpoints['updateVersionStatus']> = async (
  context,
  { params, body, ...caller },
) => {
  const { node, version } = await act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    const current = await anyVersionOfNode(tx.db, node, params.version);
    const version = await moderateVersion(tx, current, {
      status: body.status,
      reason: body.status_reason,
      tagsAdmin: body.tags_admin,
    });
    return { node, version };
  });
  return presentVersion(version, { node, publicUrl: context.publicUrl(), inside: true });
};
