import type { ReportReason, ReportStatus } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** A report with what is shown of its node and of its sender. */
export type ReportRecord = Row<'reports'> & {
  node_id: string;
  publisher_id: string;
  user_name: string;
  user_email: string;
};

const joined = (read: ReadConnection) =>
  read
    .selectFrom('reports')
    .innerJoin('nodes', 'nodes.key', 'reports.node_key')
    .innerJoin('user', 'user.id', 'reports.user_id');

const shown = [
  'nodes.id as node_id',
  'nodes.publisher_id',
  'user.name as user_name',
  'user.email as user_email',
] as const;

export const findReport = (read: ReadConnection, id: string): Promise<ReportRecord | undefined> =>
  joined(read).selectAll('reports').select(shown).where('reports.id', '=', id).executeTakeFirst();

/** The open report of a user about a node, or about a version of it. */
export const findOpenReport = (
  read: ReadConnection,
  { nodeKey, version, userId }: { nodeKey: string; version: string | null; userId: string },
): Promise<ReportRecord | undefined> =>
  joined(read)
    .selectAll('reports')
    .select(shown)
    .where('reports.user_id', '=', userId)
    .where('reports.node_key', '=', nodeKey)
    .where('reports.version', version === null ? 'is' : '=', version)
    .where('reports.status', '=', 'ReportStatusOpen')
    .executeTakeFirst();

/** The reports in one state, the oldest first. */
export const findReports = (
  read: ReadConnection,
  status: ReportStatus,
  asked: Asked,
): Promise<Page<ReportRecord>> =>
  findPage(
    joined(read).where('reports.status', '=', status),
    asked,
    (chosen) => chosen.selectAll('reports').select(shown).orderBy('reports.created_at').orderBy('reports.id'),
    (row): ReportRecord => row,
  );

/** The reports of a user, the newest first. */
export const findReportsOfUser = (
  read: ReadConnection,
  userId: string,
  asked: Asked,
): Promise<Page<ReportRecord>> =>
  findPage(
    joined(read).where('reports.user_id', '=', userId),
    asked,
    (chosen) =>
      chosen
        .selectAll('reports')
        .select(shown)
        .orderBy('reports.created_at', 'desc')
        .orderBy('reports.id', 'desc'),
    (row): ReportRecord => row,
  );

interface NewReport {
  nodeKey: string;
  version: string | null;
  userId: string;
  reason: ReportReason;
  text: string;
}

/** Returns the id of the report. */
export const insertReport = async (
  tx: Writer,
  { nodeKey, version, userId, reason, text }: NewReport,
): Promise<string> => {
  const id = uuidv7();
  await tx.db
    .insertInto('reports')
    .values({
      id,
      node_key: nodeKey,
      version,
      user_id: userId,
      reason,
      text,
      status: 'ReportStatusOpen',
      answer: null,
      created_at: tx.now,
      answered_at: null,
    })
    .execute();
  return id;
};

export const updateReportRow = async (
  tx: Writer,
  {
    id,
    ...set
  }: Pick<Row<'reports'>, 'id'> &
    Partial<Pick<Row<'reports'>, 'reason' | 'text' | 'status' | 'answer' | 'answered_at'>>,
): Promise<void> => {
  await tx.db.updateTable('reports').set(set).where('id', '=', id).execute();
};
