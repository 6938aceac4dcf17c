import { findLatestVersion } from '../rows/versions.ts';
import type { Writer } from '../store.ts';

/** Writes the latest version into the node's row, and the current time as its last change. */
export const refreshLatestVersion = async (tx: Writer, nodeKey: string): Promise<void> => {
  const latest = await findLatestVersion(tx.db, nodeKey);
  await tx.db
    .updateTable('nodes')
    .set({ latest_version_id: latest?.id ?? null, updated_at: tx.now })
    .where('key', '=', nodeKey)
    .execute();
};
