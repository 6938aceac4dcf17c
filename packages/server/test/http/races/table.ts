import type { EndpointName, ErrorCode } from '@patchbay/contract';

/** What is taken away while a write waits to begin. */
export type Loss =
  | 'membership'
  | 'ownership'
  | 'moderation'
  | 'session'
  | 'user banned'
  | 'token revoked'
  | 'publisher banned'
  | 'publisher deleted'
  | 'node banned'
  | 'node deleted'
  | 'version deleted';

/** Who writes. */
export type Writing = 'owner' | 'member' | 'token' | 'moderator' | 'user';

export interface Race {
  endpoint: EndpointName;
  as: Writing;
  loss: Loss;
  refusal: ErrorCode;
}

type Refusals = { readonly [In in Loss]?: ErrorCode };

const asUser: Refusals = { session: 'unauthenticated', 'user banned': 'unauthenticated' };
const asMember: Refusals = { ...asUser, membership: 'forbidden' };
const asOwner: Refusals = { ...asMember, ownership: 'forbidden' };
const asModerator: Refusals = { ...asUser, moderation: 'forbidden' };
const asToken: Refusals = { 'token revoked': 'unauthenticated' };
const publisher: Refusals = {
  'publisher banned': 'publisher_banned',
  'publisher deleted': 'publisher_not_found',
};
const node: Refusals = { 'node banned': 'node_banned', 'node deleted': 'node_not_found' };
const inPublisher = { ...publisher, ...node };
const version: Refusals = { 'version deleted': 'illegal_transition' };
/** Where the path names the node alone. */
const inNode: Refusals = { 'publisher banned': 'publisher_banned', ...node };

type Rows = { readonly [Name in EndpointName]?: { readonly [Who in Writing]?: Refusals } };

/** Every endpoint that writes for a caller, and how it is refused once a right was lost before its write. */
const rows: Rows = {
  createPublisher: { user: asUser },
  changeEmail: { user: asUser },
  changePassword: { user: asUser },
  unlinkIdentity: { owner: asUser },
  updatePublisher: { owner: { ...asOwner, ...publisher } },
  deletePublisher: { owner: { ...asOwner, ...publisher } },
  inviteMember: { owner: { ...asOwner, ...publisher } },
  updateMember: { owner: { ...asOwner, ...publisher } },
  revokeInvitation: { owner: { ...asOwner, 'publisher deleted': 'publisher_not_found' } },
  acceptInvitation: { user: asUser },
  declineInvitation: { user: asUser },
  deleteAccount: { user: asUser },
  removeMember: { owner: { ...asOwner, ...publisher } },
  createToken: { owner: { ...asOwner, ...publisher } },
  revokeToken: { owner: { ...asOwner, 'publisher deleted': 'publisher_not_found' } },
  createTrustedPublisher: { owner: { ...asOwner, ...publisher } },
  deleteTrustedPublisher: { owner: { ...asOwner, 'publisher deleted': 'publisher_not_found' } },
  updateNodePublishing: { owner: { ...asOwner, ...inPublisher } },
  createNode: { member: { ...asMember, ...publisher }, token: asToken },
  updateNode: {
    member: { ...asMember, ...publisher, 'node banned': 'node_banned' },
    token: asToken,
    moderator: asModerator,
  },
  deleteNode: { owner: { ...asOwner, ...inPublisher }, token: asToken },
  renameNode: { owner: { ...asOwner, ...inPublisher } },
  publishVersion: {
    member: { ...asMember, ...publisher, 'node banned': 'node_banned', 'node deleted': 'illegal_transition' },
    token: asToken,
  },
  updateVersion: { member: { ...asMember, ...inPublisher, ...version }, token: asToken },
  deleteVersion: { owner: { ...asOwner, ...inPublisher, ...version }, token: asToken },
  updateAppNode: { member: { ...asMember, ...inNode, ...version }, token: asToken },
  checkVersion: { member: { ...asMember, ...inNode, ...version }, token: asToken },
  extractVersion: { member: { ...asMember, ...inNode, ...version }, token: asToken },
  reviewNode: { user: { ...asUser, 'publisher banned': 'node_banned', ...node } },
  reportNode: { user: { ...asUser, 'publisher banned': 'node_banned', ...node } },
  answerReport: { moderator: asModerator },
  updateVersionStatus: { moderator: { ...asModerator, ...version, 'node deleted': 'node_not_found' } },
  updatePublisherStatus: { moderator: { ...asModerator, 'publisher deleted': 'publisher_not_found' } },
  putAppNodes: { moderator: { ...asModerator, ...version, 'node deleted': 'node_not_found' } },
  updateUser: { moderator: asModerator },
  addTranslations: { member: { ...asMember, ...inNode }, token: asToken },
  createAppNodes: { moderator: { ...asModerator, ...version, 'node deleted': 'node_not_found' } },
  claimNode: { member: { ...asMember, ...inPublisher } },
  banNode: { moderator: { ...asModerator, 'publisher deleted': 'publisher_not_found' } },
  banPublisher: { moderator: { ...asModerator, 'publisher deleted': 'publisher_not_found' } },
  moderateNode: { moderator: asModerator },
  createUnclaimedNode: { moderator: asModerator },
  transferNode: { moderator: asModerator },
  updatePublisherQuotas: { moderator: { ...asModerator, 'publisher deleted': 'publisher_not_found' } },
  updateUserQuotas: { moderator: asModerator },
  updateNodeQuotas: { moderator: { ...asModerator, 'node deleted': 'node_not_found' } },
  createModeratorToken: { moderator: asModerator },
  createPublisherWebhook: { owner: { ...asOwner, ...publisher } },
  createRegistryWebhook: { moderator: asModerator },
  updateWebhook: { owner: asOwner },
  deleteWebhook: { owner: asOwner },
  rotateWebhookSecret: { owner: asOwner },
  testWebhook: { owner: asOwner },
  replayWebhookDelivery: { owner: asOwner },
  approveProposal: { moderator: asModerator },
  rejectProposal: { moderator: asModerator },
  stepUp: { user: asUser },
  enrolTotp: { user: asUser },
  confirmTotp: { user: asUser },
  removeTotp: { user: asUser },
  removePasskey: { user: asUser },
  renewRecoveryCodes: { user: asUser },
  endSession: { user: asUser },
  endOtherSessions: { user: asUser },
  retryJob: { moderator: asModerator },
  dropJob: { moderator: asModerator },
};

/** Every combination of an endpoint, a caller, and what the caller leans on. */
export const races: readonly Race[] = Object.entries(rows).flatMap(([endpoint, callers]) =>
  Object.entries(callers).flatMap(([as, refusals]) =>
    Object.entries(refusals).map(([loss, refusal]) => ({ endpoint, as, loss, refusal }) as Race),
  ),
);

/** The endpoints that have a race. */
export const raced: ReadonlySet<string> = new Set(Object.keys(rows));
