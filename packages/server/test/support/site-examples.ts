import type { TestServer } from './start-server.ts';

/** One address of a page, on a server that `fillSite` filled. */
interface SiteExample {
  address: string;
  /** Who looks at it; nobody by default. */
  as?: 'owner' | 'moderator';
  /** Of a page that draws charts or edits, which may load more scripts than one that is read. */
  isDashboard?: boolean;
}

/** An example for each page, by its path in the table of pages. */
export const siteExamples: Readonly<Record<string, SiteExample>> = {
  '/': { address: '/' },
  '/search': { address: '/search?q=image' },
  '/n/:nodeId': { address: '/n/image-tools' },
  '/n/:nodeId/v/:version': { address: '/n/image-tools/v/1.1.0' },
  '/n/:nodeId/app-nodes': { address: '/n/image-tools/app-nodes?filter=s' },
  '/n/:nodeId/app-nodes/:appNodeName': { address: '/n/image-tools/app-nodes/Mask%20edges' },
  '/n/:nodeId/v/:version/app-nodes': { address: '/n/image-tools/v/1.0.0/app-nodes' },
  '/n/:nodeId/v/:version/app-nodes/:appNodeName': { address: '/n/image-tools/v/1.0.0/app-nodes/Blur' },
  '/n/:nodeId/requirements': { address: '/n/image-tools/requirements' },
  '/n/:nodeId/related': { address: '/n/image-tools/related' },
  '/n/:nodeId/report': { address: '/n/image-tools/report', as: 'owner' },
  '/n/:nodeId/versions': { address: '/n/image-tools/versions' },
  '/n/:nodeId/compare': { address: '/n/image-tools/compare' },
  '/n/:nodeId/compare/:pair': { address: '/n/image-tools/compare/1.0.0...2.0.0' },
  '/n/:nodeId/v/:version/readme': { address: '/n/image-tools/v/2.0.0/readme' },
  // Highlighting is a worker and a grammar.
  '/n/:nodeId/v/:version/source': {
    address: '/n/image-tools/v/2.0.0/source?file=__init__.py',
    isDashboard: true,
  },
  '/n/:nodeId/diff/:pair': {
    address: '/n/image-tools/diff/1.0.0...2.0.0?file=__init__.py',
    isDashboard: true,
  },
  '/p/:publisherId': { address: '/p/ada' },
  '/workflow': { address: '/workflow' },
  '/leaked-token': { address: '/leaked-token' },
  '/sign-in': { address: '/sign-in' },
  '/sign-in/callback': { address: '/sign-in/callback' },
  '/sign-up': { address: '/sign-up' },
  '/sign-up/finish': { address: '/sign-up/finish?token=unknown' },
  '/forgot-password': { address: '/forgot-password' },
  '/reset-password': { address: '/reset-password?token=unknown' },
  '/verify': { address: '/verify?token=unknown' },
  '/account': { address: '/account', as: 'owner' },
  '/account/menu': { address: '/account/menu?at=/n/image-tools', as: 'owner' },
  '/account/security': { address: '/account/security', as: 'owner' },
  '/account/reports': { address: '/account/reports', as: 'owner' },
  '/account/invitations': { address: '/account/invitations', as: 'owner' },
  '/account/activity': { address: '/account/activity', as: 'owner' },
  '/account/data': { address: '/account/data', as: 'owner' },
  '/account/new-publisher': { address: '/account/new-publisher', as: 'owner' },
  '/account/publishers/:publisherId': { address: '/account/publishers/ada', as: 'owner' },
  '/account/publishers/:publisherId/members': { address: '/account/publishers/ada/members', as: 'owner' },
  '/account/publishers/:publisherId/tokens': { address: '/account/publishers/ada/tokens', as: 'owner' },
  '/account/publishers/:publisherId/trusted-publishers': {
    address: '/account/publishers/ada/trusted-publishers',
    as: 'owner',
  },
  '/account/publishers/:publisherId/webhooks': { address: '/account/publishers/ada/webhooks', as: 'owner' },
  '/account/publishers/:publisherId/webhooks/:webhookId': {
    address: '/account/publishers/ada/webhooks/hook-of-ada',
    as: 'owner',
  },
  '/account/publishers/:publisherId/usage': { address: '/account/publishers/ada/usage', as: 'owner' },
  '/account/publishers/:publisherId/history': { address: '/account/publishers/ada/history', as: 'owner' },
  '/account/publishers/:publisherId/nodes/:nodeId': {
    address: '/account/publishers/ada/nodes/image-tools',
    as: 'owner',
  },
  '/account/publishers/:publisherId/publish': {
    address: '/account/publishers/ada/publish',
    as: 'owner',
    isDashboard: true,
  },
  '/account/publishers/:publisherId/publish/:nodeId/:version': {
    address: '/account/publishers/ada/publish/image-tools/2.0.0',
    as: 'owner',
  },
  '/moderate': { address: '/moderate', as: 'moderator' },
  '/moderate/versions/:nodeId/:version': {
    address: '/moderate/versions/image-tools/2.0.0',
    as: 'moderator',
  },
  '/moderate/reports': { address: '/moderate/reports', as: 'moderator' },
  '/moderate/proposals': { address: '/moderate/proposals', as: 'moderator' },
  '/moderate/publishers': { address: '/moderate/publishers', as: 'moderator' },
  '/moderate/publishers/:publisherId': { address: '/moderate/publishers/ada', as: 'moderator' },
  '/moderate/nodes': { address: '/moderate/nodes', as: 'moderator' },
  '/moderate/nodes/:nodeId': { address: '/moderate/nodes/image-tools', as: 'moderator' },
  '/moderate/users': { address: '/moderate/users', as: 'moderator' },
  '/moderate/statistics': { address: '/moderate/statistics', as: 'moderator' },
  '/moderate/webhooks': { address: '/moderate/webhooks', as: 'moderator' },
  '/moderate/webhooks/:webhookId': { address: '/moderate/webhooks/hook-of-all', as: 'moderator' },
  '/moderate/jobs': { address: '/moderate/jobs', as: 'moderator' },
  '/status': { address: '/status' },
  '/guide': { address: '/guide' },
  '/guide/limits': { address: '/guide/limits' },
  '/guide/api': { address: '/guide/api' },
  '/guide/api/:area': { address: '/guide/api/nodes' },
  '/guide/:name': { address: '/guide/operations' },
  '/guide/:folder/:name': { address: '/guide/operations/backup' },
  '/design': { address: '/design' },
};

/** What pages show besides, on a server that `fillDesk` filled too. */
export const siteStates: Readonly<Record<string, SiteExample>> = {
  'a search that finds nothing': { address: '/search?q=no+such+node' },
  'a node with long words': {
    address: '/n/a-node-whose-id-is-as-long-as-anyone-would-ever-want-to-type-it-by-hand',
  },
  'the files of a package': { address: '/n/image-tools/v/2.0.0/source?folder=' },
  'an address of nothing': { address: '/n/none' },
  'a version that waits for a moderator': { address: '/moderate/versions/line-art/1.0.0', as: 'moderator' },
  'the same for its publisher': { address: '/account/publishers/ada/publish/line-art/1.0.0', as: 'owner' },
  'a user': { address: '/moderate/users?q=owner-of-ada@example.org', as: 'moderator' },
  'a page for others': { address: '/moderate', as: 'owner' },
};

/** The session of the visitor of an example. */
export const sessionOf = async (server: TestServer, { as }: SiteExample): Promise<string | undefined> => {
  if (as === undefined) return undefined;
  const visitor = as === 'owner' ? await server.user('owner-of-ada') : await server.moderator();
  return visitor.bearer;
};

/** Fails with what to do for a page without an example. */
export const exampleOf = (path: string): SiteExample => {
  const example = siteExamples[path];
  if (example !== undefined) return example;
  throw new Error(`The page ${path} has no example. Add one line to test/support/site-examples.ts.`);
};
