import { type Chapter, anyone, bearer, publisherDeleted, readOfPublisher, verified } from './rows.ts';

const writeOfWebhook = (status: 200 | 201) =>
  bearer({
    live: { known: '403 forbidden', owner: status },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'webhook unknown': '404 not_found',
  });

/** Publishers, their members, their tokens and their webhooks. */
export const publishersTable: Chapter = {
  createPublisher: verified(
    bearer({
      live: { users: 201, tokens: '403 forbidden' },
      'id taken': { users: '409 id_taken', tokens: '403 forbidden' },
    }),
  ),
  listPublishers: anyone({ live: 200 }),
  validatePublisherId: anyone({ live: 200, 'id taken': 200 }),
  getPublisher: readOfPublisher,
  updatePublisher: bearer({
    live: { known: '403 forbidden', owner: 200 },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  deletePublisher: bearer({
    live: { known: '403 forbidden', owner: '409 illegal_transition' },
    'node deleted': { known: '403 forbidden', owner: 204 },
    'node banned': {
      known: '403 forbidden',
      owner: '409 illegal_transition',
    },
    'publisher banned': {
      known: '403 forbidden',
      owner: '403 publisher_banned',
    },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  listMyPublishers: bearer({ live: { users: 200, tokens: '403 forbidden' } }),
  listMembers: bearer({
    live: { known: '403 forbidden', owner: 200, member: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, member: 200, moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  inviteMember: bearer({
    live: { known: '403 forbidden', owner: 201 },
    // Nobody learns from it who has an account.
    'user unknown': { known: '403 forbidden', owner: 201 },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  updateMember: bearer({
    live: { known: '403 forbidden', owner: 200 },
    'member unknown': { known: '403 forbidden', owner: '404 not_found' },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  listInvitations: bearer({
    live: { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  revokeInvitation: bearer({
    live: { known: '403 forbidden', owner: 204 },
    'invitation unknown': { known: '403 forbidden', owner: '404 not_found' },
    // Taking back an offer is no write that a ban forbids.
    'publisher banned': { known: '403 forbidden', owner: 204 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  removeMember: bearer({
    // The membership in the path is the member's own.
    live: { known: '403 forbidden', owner: 204, member: 204 },
    'member unknown': { known: '403 forbidden', owner: '404 not_found' },
    'publisher banned': {
      known: '403 forbidden',
      owner: '403 publisher_banned',
      member: '403 publisher_banned',
    },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  listTokens: bearer({
    live: { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  createToken: verified(
    bearer({
      live: { known: '403 forbidden', owner: 201 },
      'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
      'publisher deleted': publisherDeleted,
      'publisher unknown': '404 publisher_not_found',
    }),
  ),
  revokeToken: bearer({
    live: { known: '403 forbidden', owner: 204, moderator: 204 },
    'token unknown': { known: '403 forbidden', owner: '404 not_found', moderator: '404 not_found' },
    // Taking a right away is no write that a ban forbids.
    'publisher banned': { known: '403 forbidden', owner: 204, moderator: 204 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  listTrustedPublishers: bearer({
    live: { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  createTrustedPublisher: bearer({
    live: { known: '403 forbidden', owner: 201 },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  // Taking a right away is no write that a ban forbids.
  deleteTrustedPublisher: bearer({
    live: { known: '403 forbidden', owner: 204, moderator: 204 },
    'trusted publisher unknown': {
      known: '403 forbidden',
      owner: '404 not_found',
      moderator: '404 not_found',
    },
    'publisher banned': { known: '403 forbidden', owner: 204, moderator: 204 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  // The token of a CI job is for one node.
  createNode: verified(
    bearer({
      live: { known: '403 forbidden', publishers: 201, 'trusted CI': '403 forbidden' },
      'id taken': { known: '403 forbidden', publishers: '409 id_taken' },
      'publisher banned': {
        known: '403 forbidden',
        publishers: '403 publisher_banned',
        'trusted CI': '403 forbidden',
      },
      'publisher deleted': publisherDeleted,
      'publisher unknown': '404 publisher_not_found',
    }),
  ),
  updateNodePublishing: bearer({
    live: { known: '403 forbidden', owner: 200 },
    'node deleted': { known: '403 forbidden', owner: '404 node_not_found' },
    'node banned': { known: '403 forbidden', owner: '403 node_banned' },
    'node unknown': { known: '403 forbidden', owner: '404 node_not_found' },
    'node elsewhere': { known: '403 forbidden', owner: '404 node_not_found' },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  // Whoever sends it: the token of the CI job says who calls.
  exchangeIdentityToken: anyone({
    live: 201,
    'node unknown': 201,
    'node elsewhere': '409 id_taken',
    'trusted publisher unknown': '403 untrusted_identity',
    'signature forged': '401 invalid_identity_token',
    'publisher banned': '403 publisher_banned',
    'publisher deleted': '404 publisher_not_found',
    'publisher unknown': '404 publisher_not_found',
  }),
  dryRunIdentityToken: anyone({
    live: 200,
    'trusted publisher unknown': 200,
    'signature forged': '401 invalid_identity_token',
    'publisher banned': 200,
    'publisher deleted': '404 publisher_not_found',
    'publisher unknown': '404 publisher_not_found',
  }),
  listPublisherWebhooks: bearer({
    live: { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  createPublisherWebhook: bearer({
    live: { known: '403 forbidden', owner: 201 },
    'publisher banned': { known: '403 forbidden', owner: '403 publisher_banned' },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  getWebhook: bearer({
    live: { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, moderator: 200 },
    'webhook unknown': '404 not_found',
  }),
  updateWebhook: writeOfWebhook(200),
  rotateWebhookSecret: writeOfWebhook(201),
  testWebhook: writeOfWebhook(200),
  // Ending it is no write that a ban forbids.
  deleteWebhook: bearer({
    live: { known: '403 forbidden', owner: 204, moderator: 204 },
    'publisher banned': { known: '403 forbidden', owner: 204, moderator: 204 },
    'webhook unknown': '404 not_found',
  }),
  listWebhookDeliveries: bearer({
    live: { known: '403 forbidden', owner: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, moderator: 200 },
    'webhook unknown': '404 not_found',
  }),
  replayWebhookDelivery: new Map([
    ...writeOfWebhook(200),
    ...bearer({ 'delivery unknown': { known: '403 forbidden', owner: '404 not_found' } }),
  ]),
  listRegistryWebhooks: bearer({ live: { known: '403 forbidden', moderator: 200 } }),
  createRegistryWebhook: bearer({ live: { known: '403 forbidden', moderator: 201 } }),
  getPublisherUsage: bearer({
    live: { insiders: 200, moderator: 200, outsiders: '403 forbidden', 'trusted CI': '403 forbidden' },
    'publisher banned': {
      insiders: 200,
      moderator: 200,
      outsiders: '403 forbidden',
      'trusted CI': '403 forbidden',
    },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  listPublisherChanges: bearer({
    live: { known: '403 forbidden', owner: 200, member: 200, moderator: 200 },
    'publisher banned': { known: '403 forbidden', owner: 200, member: 200, moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  getPublisherPermissions: bearer({
    live: 200,
    'publisher banned': 200,
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  getNodePermissions: bearer({
    live: 200,
    'node deleted': 200,
    'node banned': 200,
    'node unknown': '404 node_not_found',
    'node elsewhere': '404 node_not_found',
    'publisher banned': 200,
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
};
