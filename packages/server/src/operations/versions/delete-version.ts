import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { liveOwnedNode, writableVersion } from '../../authorization/node.ts';
import { moveVersion } from '../../lifecycle/version.ts';
import type { Operation } from '../operation.ts';

const status = 'NodeVersionStatusDeleted';

/**
 * Marks a version as deleted, which a moderator can undo for a while. A version without a package is removed, but stays
 * in the log.
 */
export const deleteVersion: Operation<Endpoints['deleteVersion']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'version.delete', params);
    const version = await writableVersion(tx, node, params.versionId);
    await moveVersion(tx, version, status, {
      by: ['publisher'],
      log: {
        kind: 'version.deleted',
        before: { node_id: node.id, version: version.version, status: version.status },
        after: { status },
      },
    });
  });
};
