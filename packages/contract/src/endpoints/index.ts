import { addMember } from './publishers/add-member.ts';
import { addTranslations } from './nodes/add-translations.ts';
import { claimNode } from './nodes/claim-node.ts';
import { createAppNodes } from './app-nodes/create-app-nodes.ts';
import { listNodesOfPublisher } from './nodes/list-nodes-of-publisher.ts';
import { banNode } from './moderation/ban-node.ts';
import { banPublisher } from './moderation/ban-publisher.ts';
import { createUnclaimedNode } from './moderation/create-unclaimed-node.ts';
import { moderateNode } from './moderation/moderate-node.ts';
import { createModeratorToken } from './moderation/create-moderator-token.ts';
import { getInterface } from './service/get-interface.ts';
import { bulkGetVersions } from './versions/bulk-get-versions.ts';
import { changePassword } from './accounts/change-password.ts';
import { checkVersion } from './versions/check-version.ts';
import { createNode } from './nodes/create-node.ts';
import { createPublisher } from './publishers/create-publisher.ts';
import { createToken } from './publishers/create-token.ts';
import { deleteNode } from './nodes/delete-node.ts';
import { deletePublisher } from './publishers/delete-publisher.ts';
import { deleteVersion } from './versions/delete-version.ts';
import { downloadPackage } from './packages/download-package.ts';
import { getAppNode } from './app-nodes/get-app-node.ts';
import { getAppNodeProvider } from './app-nodes/get-app-node-provider.ts';
import { extractVersion } from './versions/extract-version.ts';
import { getDocs } from './service/get-docs.ts';
import { getFindings } from './versions/get-findings.ts';
import { getHealth } from './service/get-health.ts';
import { getMe } from './accounts/get-me.ts';
import { getMetrics } from './service/get-metrics.ts';
import { getNode } from './nodes/get-node.ts';
import { getNodePermissions } from './nodes/get-node-permissions.ts';
import { getOpenapi } from './service/get-openapi.ts';
import { getPublisher } from './publishers/get-publisher.ts';
import { getPublisherPermissions } from './publishers/get-publisher-permissions.ts';
import { getReadiness } from './service/get-readiness.ts';
import { getSession } from './accounts/get-session.ts';
import { getTransitions } from './service/get-transitions.ts';
import { getVersion } from './versions/get-version.ts';
import { installNode } from './nodes/install-node.ts';
import { listAppNodes } from './app-nodes/list-app-nodes.ts';
import { listChanges } from './moderation/list-changes.ts';
import { listMembers } from './publishers/list-members.ts';
import { listMyPublishers } from './publishers/list-my-publishers.ts';
import { listNodes } from './nodes/list-nodes.ts';
import { listNodeVersions } from './versions/list-node-versions.ts';
import { listPublisherNodes } from './nodes/list-publisher-nodes.ts';
import { listPublishers } from './publishers/list-publishers.ts';
import { listReviewQueue } from './moderation/list-review-queue.ts';
import { listTokens } from './publishers/list-tokens.ts';
import { listUsers } from './moderation/list-users.ts';
import { listVersionAppNodes } from './app-nodes/list-version-app-nodes.ts';
import { listVersions } from './versions/list-versions.ts';
import { publishVersion } from './versions/publish-version.ts';
import { putAppNodes } from './app-nodes/put-app-nodes.ts';
import { removeMember } from './publishers/remove-member.ts';
import { reviewNode } from './nodes/review-node.ts';
import { revokeToken } from './publishers/revoke-token.ts';
import { searchNodes } from './nodes/search-nodes.ts';
import { signIn } from './accounts/sign-in.ts';
import { signOut } from './accounts/sign-out.ts';
import { signUp } from './accounts/sign-up.ts';
import { updateAppNode } from './app-nodes/update-app-node.ts';
import { updateNode } from './nodes/update-node.ts';
import { updatePublisher } from './publishers/update-publisher.ts';
import { updatePublisherStatus } from './moderation/update-publisher-status.ts';
import { updateUser } from './moderation/update-user.ts';
import { updateVersion } from './versions/update-version.ts';
import { updateVersionStatus } from './moderation/update-version-status.ts';
import { uploadPackage } from './packages/upload-package.ts';
import { validatePublisherId } from './publishers/validate-publisher-id.ts';

/** The table of endpoints: first the seven of the interface in its order, then the rest. */
export const endpoints = {
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

  signUp,
  signIn,
  signOut,
  getSession,
  changePassword,
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
  getInterface,
  getDocs,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
