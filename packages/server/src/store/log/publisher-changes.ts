import { type Change, type ChangeKind, changeKinds, isChangeKind, limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { mapInSlices } from '../../map-in-slices.ts';
import { scanRead } from '../long-read.ts';
import type { Reader } from '../store.ts';
import { findLastSeq, fromChangeRow } from './changes.ts';

const shownKinds: readonly ChangeKind[] = Object.keys(changeKinds)
  .filter(isChangeKind)
  .filter((kind) => changeKinds[kind].audience !== 'moderators');

/** A change with the id of the node that it is about, as it is written. */
export interface ChangeOfPublisher extends Change {
  nodeId: string | undefined;
}

interface ChangesPage {
  changes: ChangeOfPublisher[];
  /** The number before which older ones may be found. Undefined at the beginning of the log. */
  next: number | undefined;
}

/**
 * What members may see of the log about a publisher, its nodes and its tokens before a number, newest first. Looks at
 * no more than `auditScannedMax` changes, whatever it finds, because the log has no index by publisher.
 */
export const findPublisherChanges = async (
  read: Reader,
  publisherId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ChangesPage> => {
  const end = Math.min(before ?? Number.MAX_SAFE_INTEGER, (await findLastSeq(read)) + 1);
  const first = Math.max(1, end - limits.auditScannedMax);
  const rows = await scanRead(
    read
      .selectFrom('changes')
      .leftJoin('nodes', 'nodes.key', 'changes.node_key')
      .selectAll('changes')
      .select('nodes.id as node_id')
      .where('seq', '<', end)
      .where('seq', '>=', first)
      .where('action', 'in', shownKinds)
      .where((eb) =>
        eb.or([
          eb('nodes.publisher_id', '=', publisherId),
          eb('subject', '=', `publisher:${publisherId}`),
          eb(
            'subject',
            'in',
            eb
              .selectFrom('tokens')
              .select(sql<string>`'token:' || tokens.id`.as('subject'))
              .where('tokens.publisher_id', '=', publisherId),
          ),
        ]),
      )
      .orderBy('seq', 'desc')
      .limit(limit),
  ).execute();
  const changes = await mapInSlices(rows, (row) => ({
    ...fromChangeRow(row),
    nodeId: row.node_id ?? undefined,
  }));
  const last = changes.length === limit ? changes.at(-1)?.seq : first;
  return { changes, next: last === undefined || last === 1 ? undefined : last };
};
