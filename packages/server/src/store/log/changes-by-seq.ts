import type { ReadConnection } from '../store.ts';
import { fromChangeRow } from './changes.ts';
import type { ChangeOfPublisher } from './publisher-changes.ts';

/** A change with those who may see it. */
interface FoundChange {
  change: ChangeOfPublisher;
  /** Whose members may see it; null if nobody's. */
  publisherId: string | null;
}

/** The changes of these numbers, oldest first. */
export const findChangesBySeq = async (
  read: ReadConnection,
  seqs: readonly number[],
): Promise<FoundChange[]> => {
  if (seqs.length === 0) return [];
  const rows = await read
    .selectFrom('changes')
    .leftJoin('nodes', 'nodes.key', 'changes.node_key')
    .selectAll('changes')
    .select('nodes.id as node_id')
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    change: { ...fromChangeRow(row), nodeId: row.node_id ?? undefined },
    publisherId: row.publisher_id,
  }));
};
