import { banNode } from './ban-node.ts';
import { banPublisher } from './ban-publisher.ts';
import { createModeratorToken } from './create-moderator-token.ts';
import { createUnclaimedNode } from './create-unclaimed-node.ts';
import { listChanges } from './list-changes.ts';
import { listCheckRules } from './list-check-rules.ts';
import { listReviewQueue } from './list-review-queue.ts';
import { listUsers } from './list-users.ts';
import { moderateNode } from './moderate-node.ts';
import { updatePublisherStatus } from './update-publisher-status.ts';
import { updateUser } from './update-user.ts';
import { updateVersionStatus } from './update-version-status.ts';

/** In the order in which the documents show them. */
export const moderation = {
  updateVersionStatus,
  updatePublisherStatus,
  banNode,
  banPublisher,
  createUnclaimedNode,
  moderateNode,
  createModeratorToken,
  listReviewQueue,
  listCheckRules,
  listUsers,
  updateUser,
  listChanges,
} as const;
