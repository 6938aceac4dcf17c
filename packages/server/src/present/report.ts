import type { ManagedReport, Report } from '@patchbay/contract';
import type { ReportRecord } from '../store/rows/reports.ts';

export const presentReport = (report: ReportRecord): Report => ({
  id: report.id,
  node_id: report.node_id,
  ...(report.version === null ? {} : { version: report.version }),
  reason: report.reason,
  text: report.text,
  status: report.status,
  ...(report.answer === null ? {} : { answer: report.answer }),
  created_at: report.created_at,
  ...(report.answered_at === null ? {} : { answered_at: report.answered_at }),
});

export const presentManagedReport = (report: ReportRecord): ManagedReport => ({
  ...presentReport(report),
  publisher_id: report.publisher_id,
  reporter: { id: report.user_id, name: report.user_name, email: report.user_email },
});
