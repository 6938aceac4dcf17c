import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../../context.ts';
import { act } from '../../access/act.ts';
import { liveOwnedNode, writableVersion } from '../../access/node.ts';
import { moveVersion } from '../../lifecycle/version.ts';

const status = 'NodeVersionStatusDeleted';

/** Marks a version as deleted, which a moderator can undo for a while. One whose package never came leaves no trace but in the log. */
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
