import { type Change, type ChangeKind, changeKinds, isChangeKind } from '@patchbay/contract';
import { longRead } from '../long-read.ts';
import type { ReadConnection, Writer } from '../store.ts';
import { fromChangeRow } from './changes.ts';

const shownKinds: readonly ChangeKind[] = Object.keys(changeKinds)
  .filter(isChangeKind)
  .filter((kind) => changeKinds[kind].audience !== 'moderators');

/** A change with the id of the node that it is about, as it is written. */
export interface ChangeOfPublisher extends Change {
  nodeId: string | undefined;
}

interface ChangesPage {
  changes: ChangeOfPublisher[];
  /** The number before which there are older ones. */
  next: number | undefined;
}

/** What members may see of the log about a publisher, its nodes and its tokens before a number, newest first. */
export const findPublisherChanges = async (
  read: ReadConnection,
  publisherId: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before: number | undefined; limit: number },
): Promise<ChangesPage> => {
  const rows = await longRead(selectPublisherChanges(read, publisherId, before).limit(limit + 1)).execute();
  const changes = rows.slice(0, limit).map((row) => ({
    ...fromChangeRow(row),
    nodeId: row.node_id ?? undefined,
  }));
  return { changes, next: rows.length > limit ? changes.at(-1)?.seq : undefined };
};

/** Exported for the test that it reads no other changes. */
export const selectPublisherChanges = (read: ReadConnection, publisherId: string, before: number) =>
  read
    .selectFrom('changes')
    .leftJoin('nodes', 'nodes.key', 'changes.node_key')
    .selectAll('changes')
    .select('nodes.id as node_id')
    .where('changes.publisher_id', '=', publisherId)
    .where('seq', '<', before)
    .where('action', 'in', shownKinds)
    .orderBy('seq', 'desc');

/** Of changes about nodes, in their order: whose members see them, and whose should. */
export const listAudiences = async (
  read: ReadConnection,
  { after, limit }: { after: number; limit: number },
): Promise<{ seq: number; shownTo: string | null; due: string | null }[]> => {
  const rows = await read
    .selectFrom('changes')
    .innerJoin('nodes', 'nodes.key', 'changes.node_key')
    .select(['seq', 'action', 'changes.publisher_id as shownTo', 'nodes.publisher_id as owner'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, action, shownTo, owner }) => ({
    seq,
    shownTo,
    due: shownKinds.some((kind) => kind === action) ? owner : null,
  }));
};

/** Shows a change about a node to those whose it is. */
export const showToOwner = async (tx: Writer, seq: number): Promise<void> => {
  const [change] = await listAudiences(tx.db, { after: seq - 1, limit: 1 });
  if (change?.seq !== seq) return;
  await tx.db.updateTable('changes').set({ publisher_id: change.due }).where('seq', '=', seq).execute();
};

/** Has the changes of a node follow it to another publisher, whose members may see them from now on. */
export const moveChanges = async (
  { db }: Writer,
  nodeKey: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await db
    .updateTable('changes')
    .set({ publisher_id: to })
    .where('publisher_id', '=', from)
    .where('node_key', '=', nodeKey)
    .execute();
};

/** Who was a member is found among so many changes of memberships, the newest ones. */
const changesMax = 1_000;

/** From the change of the log that made somebody a member to the one that ended it. */
interface Membership {
  from: number;
  to: number;
}

/**
 * Whether a user was a member of a publisher when a change was made, as far as the log has it. What a member did before
 * or afterwards they may have done as a moderator.
 */
export const findMembershipsInLog = async (
  read: ReadConnection,
  publisherId: string,
): Promise<(userId: string, seq: number) => boolean> => {
  const rows = await read
    .selectFrom('changes')
    .select(['seq', 'actor', 'action', 'before_json', 'after_json'])
    .where('subject', '=', `publisher:${publisherId}`)
    .where('action', 'in', ['publisher.created', 'member.added', 'member.removed'])
    .orderBy('seq', 'desc')
    .limit(changesMax)
    .execute();
  const all = new Map<string, Membership[]>();
  for (const { seq, actor, action, before_json: before, after_json: after } of rows.toReversed()) {
    const left = userIn(before);
    const user = userIn(after) ?? left ?? actor.replace(/^user:/, '');
    const own = all.get(user) ?? [];
    all.set(user, own);
    // One that began before the oldest of these changes is known by what became of it.
    if (own.at(-1)?.to !== Infinity) own.push({ from: left === undefined ? seq : 0, to: Infinity });
    const last = own.at(-1);
    if (action === 'member.removed' && last !== undefined) last.to = seq;
  }
  return (userId, seq) => all.get(userId)?.some(({ from, to }) => from <= seq && seq <= to) === true;
};

const userIn = (json: string | null): string | undefined =>
  (JSON.parse(json ?? '{}') as { user?: string }).user;
