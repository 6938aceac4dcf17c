import { type Chapter, anyone, bearer, publisherDeleted } from './rows.ts';

/** Accounts, moderation, and the service itself. */
export const serviceTable: Chapter = {
  signUp: anyone({ live: 200 }),
  signIn: anyone({ live: 200, 'user unknown': '401 unauthenticated' }),
  signOut: bearer({ live: { users: 200, tokens: '403 forbidden' } }),
  getSession: bearer({ live: { users: 200, tokens: '403 forbidden' } }),
  changePassword: bearer({ live: { users: 200, tokens: '403 forbidden' } }),
  getMe: bearer({ live: { users: 200, tokens: '403 forbidden' } }),

  updateVersionStatus: bearer({
    live: { known: '403 forbidden', moderator: 200 },
    'version pending': { known: '403 forbidden', moderator: 200 },
    'version flagged': { known: '403 forbidden', moderator: 200 },
    'version banned': { known: '403 forbidden', moderator: 200 },
    'version deleted': { known: '403 forbidden', moderator: '404 version_not_found' },
    'version unknown': { known: '403 forbidden', moderator: '404 version_not_found' },
    'node deleted': '404 node_not_found',
    'node banned': { known: '403 forbidden', moderator: 200 },
    'node unknown': '404 node_not_found',
    'publisher banned': { known: '403 forbidden', moderator: 200 },
  }),
  updatePublisherStatus: bearer({
    live: { known: '403 forbidden', moderator: 200 },
    'publisher banned': { known: '403 forbidden', moderator: 200 },
    'publisher deleted': publisherDeleted,
    'publisher unknown': '404 publisher_not_found',
  }),
  putAppNodes: bearer({
    live: { known: '403 forbidden', moderator: 200 },
    'version pending': { known: '403 forbidden', moderator: 200 },
    'version flagged': { known: '403 forbidden', moderator: 200 },
    'version banned': { known: '403 forbidden', moderator: 200 },
    'version deleted': { known: '403 forbidden', moderator: '404 version_not_found' },
    'version unknown': { known: '403 forbidden', moderator: '404 version_not_found' },
    'node deleted': '404 node_not_found',
    'node banned': { known: '403 forbidden', moderator: 200 },
    'node unknown': '404 node_not_found',
    'publisher banned': { known: '403 forbidden', moderator: 200 },
  }),
  listReviewQueue: bearer({ live: { known: '403 forbidden', moderator: 200 } }),
  listUsers: bearer({ live: { known: '403 forbidden', moderator: 200 } }),
  updateUser: bearer({
    live: { known: '403 forbidden', moderator: 200 },
    'user unknown': { known: '403 forbidden', moderator: '404 not_found' },
  }),
  listChanges: bearer({ live: { known: '403 forbidden', moderator: 200 } }),

  getHealth: anyone({ live: 200 }),
  getReadiness: anyone({ live: 200 }),
  getTransitions: anyone({ live: 200 }),
  getOpenapi: anyone({ live: 200 }),
  getDocs: anyone({ live: 200 }),
};
