import type { OperationsOf } from '../operation.ts';
import { answerReport } from './answer-report.ts';
import { approveProposal } from './approve-proposal.ts';
import { banNode } from './ban-node.ts';
import { banPublisher } from './ban-publisher.ts';
import { createModeratorToken } from './create-moderator-token.ts';
import { createUnclaimedNode } from './create-unclaimed-node.ts';
import { dropJob } from './drop-job.ts';
import { getStatistics } from './get-statistics.ts';
import { listChanges } from './list-changes.ts';
import { listCheckRules } from './list-check-rules.ts';
import { listJobs } from './list-jobs.ts';
import { listProposals } from './list-proposals.ts';
import { listReports } from './list-reports.ts';
import { listReviewQueue } from './list-review-queue.ts';
import { listUsers } from './list-users.ts';
import { moderateNode } from './moderate-node.ts';
import { rejectProposal } from './reject-proposal.ts';
import { retryJob } from './retry-job.ts';
import { transferNode } from './transfer-node.ts';
import { updateNodeQuotas } from './update-node-quotas.ts';
import { updatePublisherQuotas } from './update-publisher-quotas.ts';
import { updatePublisherStatus } from './update-publisher-status.ts';
import { updateUser } from './update-user.ts';
import { updateUserQuotas } from './update-user-quotas.ts';
import { updateVersionStatus } from './update-version-status.ts';

export const moderation: OperationsOf<'moderation'> = {
  updateVersionStatus,
  updatePublisherStatus,
  banNode,
  banPublisher,
  createUnclaimedNode,
  moderateNode,
  transferNode,
  createModeratorToken,
  listProposals,
  approveProposal,
  rejectProposal,
  listReviewQueue,
  listReports,
  answerReport,
  listCheckRules,
  getStatistics,
  listUsers,
  updateUser,
  updatePublisherQuotas,
  updateUserQuotas,
  updateNodeQuotas,
  listChanges,
  listJobs,
  retryJob,
  dropJob,
};
