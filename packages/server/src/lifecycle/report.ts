import type { ReportReason, ReportStatus } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { useQuota } from '../authorization/quotas.ts';
import { ApiError, invalidValue } from '../errors.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import {
  type ReportRecord,
  findOpenReport,
  findReport,
  insertReport,
  updateReportRow,
} from '../store/rows/reports.ts';
import type { Writer } from '../store/store.ts';
import { requireMove } from './require-move.ts';

interface Said {
  version: string | null;
  reason: ReportReason;
  text: string;
}

/**
 * Opens a report of a user, or replaces what the open one about the same says. Throws `quota_exceeded` if the account
 * may not send another one, `invalid_request` if it says nothing.
 */
export const sendReport = async (
  tx: Act,
  userId: string,
  { key: nodeKey, id: node_id }: NodeRecord,
  { version, reason, text }: Said,
): Promise<ReportRecord> => {
  requireWords('text', text);
  const open = await findOpenReport(tx.db, { nodeKey, version, userId });
  if (open === undefined) await useQuota(tx, { name: 'reports', subjectId: userId, amount: 1 });
  const id = open?.id ?? (await insertReport(tx, { nodeKey, version, userId, reason, text }));
  if (open !== undefined) await updateReportRow(tx, { id, reason, text });
  const after = { node_id, ...(version === null ? {} : { version }), reason };
  await tx.append({ kind: 'report.sent', about: { id }, after });
  return requireReport(tx, id);
};

/** Closes a report with an answer, which its sender is told by mail. Throws what `requireMove` throws, and `invalid_request` without an answer. */
export const answerReport = async (
  tx: Writer,
  current: ReportRecord,
  { status, answer }: { status: ReportStatus; answer: string },
  publicUrl: string,
): Promise<ReportRecord> => {
  requireWords('answer', answer);
  if (status === current.status) throw unmoved(status);
  requireMove('Report', 'status', current.status, status, ['moderator']);
  await updateReportRow(tx, { id: current.id, status, answer, answered_at: tx.now });
  await tx.append({
    kind: 'report.answered',
    about: current,
    before: { status: current.status },
    after: { status },
    reason: answer,
  });
  const { id, node_id: nodeId, version, user_email: to } = current;
  const about = version === null ? `"${nodeId}"` : `"${nodeId}" ${version}`;
  await enqueueMail(tx, `report-answered:${id}:${tx.now}`, {
    to,
    subject: `Your report about ${about} is ${status === 'ReportStatusResolved' ? 'resolved' : 'dismissed'}`,
    paragraphs: [`A moderator answered your report about ${about}:`, answer],
    action: { text: 'See your reports', url: `${publicUrl}/account/reports` },
  });
  return requireReport(tx, current.id);
};

/** Throws `not_found` if there is none. */
export const requireReport = async ({ db }: Pick<Writer, 'db'>, id: string): Promise<ReportRecord> => {
  const report = await findReport(db, id);
  if (report !== undefined) return report;
  throw new ApiError('not_found', `There is no report "${id}".`, {
    advice: 'GET /admin/reports lists them.',
  });
};

const unmoved = (status: ReportStatus): ApiError =>
  new ApiError('illegal_transition', `The report is ${status} already. Send the status that it gets.`);

const requireWords = (name: string, words: string): void => {
  if (words.trim() !== '') return;
  throw invalidValue(`/${name}`, `A report needs a text. Send ${name}.`, 'must not be empty');
};
