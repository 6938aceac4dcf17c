import { endpoints } from '@patchbay/contract';
import type { OperationTable } from '../context.ts';
import { extractVersion } from './extract-version.ts';
import { forwardToAccounts } from './forward-to-accounts.ts';
import { addMember } from './add-member.ts';
import { addTranslations } from './add-translations.ts';
import { claimNode } from './claim-node.ts';
import { createAppNodes } from './create-app-nodes.ts';
import { listNodesOfPublisher } from './list-nodes-of-publisher.ts';
import { banNode } from './ban-node.ts';
import { banPublisher } from './ban-publisher.ts';
import { createUnclaimedNode } from './create-unclaimed-node.ts';
import { moderateNode } from './moderate-node.ts';
import { createModeratorToken } from './create-moderator-token.ts';
import { bulkGetVersions } from './bulk-get-versions.ts';
import { checkVersion } from './check-version.ts';
import { createNode } from './create-node.ts';
import { createPublisher } from './create-publisher.ts';
import { createToken } from './create-token.ts';
import { deleteNode } from './delete-node.ts';
import { deletePublisher } from './delete-publisher.ts';
import { deleteVersion } from './delete-version.ts';
import { downloadPackage } from './download-package.ts';
import { getAppNode } from './get-app-node.ts';
import { getAppNodeProvider } from './get-app-node-provider.ts';
import { getDocs } from './get-docs.ts';
import { getFindings } from './get-findings.ts';
import { getHealth } from './get-health.ts';
import { getMe } from './get-me.ts';
import { getMetrics } from './get-metrics.ts';
import { getNode } from './get-node.ts';
import { getNodePermissions } from './get-node-permissions.ts';
import { getOpenapi } from './get-openapi.ts';
import { getPublisher } from './get-publisher.ts';
import { getPublisherPermissions } from './get-publisher-permissions.ts';
import { getReadiness } from './get-readiness.ts';
import { getTransitions } from './get-transitions.ts';
import { getVersion } from './get-version.ts';
import { installNode } from './install-node.ts';
import { listAppNodes } from './list-app-nodes.ts';
import { listChanges } from './list-changes.ts';
import { listMembers } from './list-members.ts';
import { listMyPublishers } from './list-my-publishers.ts';
import { listNodes } from './list-nodes.ts';
import { listNodeVersions } from './list-node-versions.ts';
import { listPublisherNodes } from './list-publisher-nodes.ts';
import { listPublishers } from './list-publishers.ts';
import { listReviewQueue } from './list-review-queue.ts';
import { listTokens } from './list-tokens.ts';
import { listUsers } from './list-users.ts';
import { listVersionAppNodes } from './list-version-app-nodes.ts';
import { listVersions } from './list-versions.ts';
import { publishVersion } from './publish-version.ts';
import { putAppNodes } from './put-app-nodes.ts';
import { removeMember } from './remove-member.ts';
import { reviewNode } from './review-node.ts';
import { revokeToken } from './revoke-token.ts';
import { searchNodes } from './search-nodes.ts';
import { updateAppNode } from './update-app-node.ts';
import { updateNode } from './update-node.ts';
import { updatePublisher } from './update-publisher.ts';
import { updatePublisherStatus } from './update-publisher-status.ts';
import { updateUser } from './update-user.ts';
import { updateVersion } from './update-version.ts';
import { updateVersionStatus } from './update-version-status.ts';
import { uploadPackage } from './upload-package.ts';
import { validatePublisherId } from './validate-publisher-id.ts';

/** What happens at each endpoint. */
export const operations: OperationTable = {
  listPublisherNodes,
  updateNode,
  publishVersion,
  updateVersion,
  updateAppNode,
  getNode,
  bulkGetVersions,

  listNodes,
  searchNodes,
  listVersions,
  listNodeVersions,
  getVersion,
  installNode,
  listVersionAppNodes,
  getAppNode,
  listAppNodes,
  getAppNodeProvider,
  getFindings,
  checkVersion,
  extractVersion,
  addTranslations,
  createAppNodes,
  reviewNode,
  claimNode,
  listNodesOfPublisher,
  createNode,
  deleteNode,
  deleteVersion,

  uploadPackage,
  downloadPackage,

  createPublisher,
  listPublishers,
  validatePublisherId,
  getPublisher,
  updatePublisher,
  deletePublisher,
  listMyPublishers,
  listMembers,
  addMember,
  removeMember,
  listTokens,
  createToken,
  revokeToken,
  getPublisherPermissions,
  getNodePermissions,

  signUp: forwardToAccounts(endpoints.signUp),
  signIn: forwardToAccounts(endpoints.signIn),
  signOut: forwardToAccounts(endpoints.signOut),
  getSession: forwardToAccounts(endpoints.getSession),
  changePassword: forwardToAccounts(endpoints.changePassword),
  getMe,

  updateVersionStatus,
  updatePublisherStatus,
  banNode,
  banPublisher,
  createUnclaimedNode,
  moderateNode,
  createModeratorToken,
  putAppNodes,
  listReviewQueue,
  listUsers,
  updateUser,
  listChanges,

  getHealth,
  getReadiness,
  getMetrics,
  getTransitions,
  getOpenapi,
  getInterface: getOpenapi,
  getDocs,
};
