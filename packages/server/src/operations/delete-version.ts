import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandMove } from '../guards/move.ts';
import { liveOwnedNode, liveVersionOfNode } from '../guards/node.ts';
import { aboutVersion } from '../store/changes.ts';
import type { Writer } from '../store/store.ts';
import { type VersionRecord, deleteVersionRow, updateVersionRow } from '../store/versions.ts';

const status = 'NodeVersionStatusDeleted';

/** Marks a version as deleted for ever. One whose package never came leaves no trace but in the log. */
export const deleteVersion: Operation<Endpoints['deleteVersion']> = async (
  context,
  { actor, cause, params },
) => {
  const { node } = await liveOwnedNode(context, actor, 'version.delete', params);
  await context.store.write(cause, async (tx) => {
    const version = await liveVersionOfNode(tx.db, node, params.versionId);
    demandMove('NodeVersion', 'status', version.status, status, ['publisher']);
    await remove(tx, version);
    await tx.append({
      action: 'version.deleted',
      ...aboutVersion(version),
      before: { node_id: node.id, version: version.version, status: version.status },
      after: { status },
    });
  });
};

const remove = (tx: Writer, version: VersionRecord): Promise<void> =>
  version.package === undefined
    ? deleteVersionRow(tx, version.id)
    : updateVersionRow(tx, { ...version, status });
