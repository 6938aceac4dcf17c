import { findLatestVersion } from '../rows/versions.ts';
import type { Writer } from '../store.ts';

/** Names the latest version of a node in its row, which counts as changed now. */
export const refreshLatestVersion = async (tx: Writer, nodeKey: string): Promise<void> => {
  const latest = await findLatestVersion(tx.db, nodeKey);
  await tx.db
    .updateTable('nodes')
    .set({ latest_version_id: latest?.id ?? null, updated_at: tx.now })
    .where('key', '=', nodeKey)
    .execute();
};
