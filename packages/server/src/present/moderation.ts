import type { Job, ManagedReport, Proposal, Report } from '@patchbay/contract';
import { jobId, mayDropJob } from '../lifecycle/job.ts';
import type { ListedJob } from '../store/queue/jobs.ts';
import type { ProposalRecord } from '../store/rows/proposals.ts';
import type { ReportRecord } from '../store/rows/reports.ts';

/** An error of a library can be as long as what it refused. */
const errorCharsMax = 1_000;

export const presentJob = (job: ListedJob): Job => ({
  id: jobId(job),
  kind: job.kind,
  subject: job.subject,
  ...(job.queue === '' ? {} : { publisher_id: job.queue }),
  state: job.state,
  due_at: job.run_at,
  attempts: job.attempts,
  ...(job.last_error === null ? {} : { last_error: job.last_error.slice(0, errorCharsMax) }),
  can_be_dropped: mayDropJob({
    kind: job.kind,
    versionStatus: job.version_status,
    hasPackage: job.stored_at !== null,
  }),
});

export const presentProposal = (proposal: ProposalRecord): Proposal => ({
  id: proposal.id,
  aim: proposal.aim,
  subject: proposal.subject,
  about: proposal.about,
  reason: proposal.reason,
  proposed_by: proposal.proposer,
  created_at: proposal.createdAt,
  expires_at: proposal.expiresAt,
});

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
