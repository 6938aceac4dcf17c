import type { Endpoints } from '@patchbay/contract';
import { act } from '../../access/act.ts';
import { requireMove } from '../../lifecycle/require-move.ts';
import { liveOwnedNode, writableVersion } from '../../access/node.ts';
import type { Writer } from '../../store/store.ts';
import { type VersionRecord, deleteVersionRow, updateVersionRow } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

const status = 'NodeVersionStatusDeleted';

/** Marks a version as deleted, which a moderator can undo for a while. One whose package never came leaves no trace but in the log. */
export const deleteVersion: Operation<Endpoints['deleteVersion']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'version.delete', params);
    const version = await writableVersion(tx, node, params.versionId);
    requireMove('NodeVersion', 'status', version.status, status, ['publisher']);
    await remove(tx, version);
    await tx.append({
      kind: 'version.deleted',
      about: version,
      before: { node_id: node.id, version: version.version, status: version.status },
      after: { status },
    });
  });
};

const remove = (tx: Writer, version: VersionRecord): Promise<void> =>
  version.package === undefined
    ? deleteVersionRow(tx, version.id)
    : updateVersionRow(tx, { ...version, status, deletedAt: tx.now });
